// Makes calls fail with a HeadsUpError, except for bugs, which are traps (WebAssembly.RuntimeError). Embind's functions are wrapped
// once, at start-up; the wrapper also allows trailing arguments to be omitted, which Embind does not, and takes a BigInt as a number.

// The typed package passes in its own class, so that `instanceof` works with its export.
if (!Module.HeadsUpError) {
  Module.HeadsUpError = class HeadsUpError extends Error {
    constructor(code, message, details) {
      super(message);
      this.name = "HeadsUpError";
      this.code = code;
      this.details = details || {};
    }
  };
}

// What the core throws of an object that is gone; it does not know what was called.
const gone = {};
// Embind's function that frees the core's trace of an id, for values.js.
let dropTrace;

const disposed = (name) =>
  new Module.HeadsUpError("disposed", `${name}: got an object that was disposed of, wants a live one`, { field: name });

const wrongType = (field, got, wants) =>
  new Module.HeadsUpError("wrong-type", `${field}: got ${got}, wants ${wants}`, { field, got, wants });

// Any value, also one that cannot be made a text.
const textOf = (value) => {
  try {
    return String(value);
  } catch {
    return "an object";
  }
};

const asError = (error, name) => {
  if (error instanceof Module.HeadsUpError || error instanceof WebAssembly.RuntimeError) return error;
  if (error === gone || error instanceof Module.BindingError) return disposed(name);
  return wrongType(name, `an argument that cannot be read (${textOf(error)})`, "plain values");
};

// A getter may call the module, and the getters of that call again; the module's stack is small.
const deepest = 64;
let depth = 0;

const wrapped = (name, call, argCount) =>
  function (...args) {
    // Embind requires exactly this many: omitted ones become undefined.
    while (args.length > argCount && args[args.length - 1] === undefined) args.pop();
    if (args.length > argCount) throw wrongType(name, `${args.length} arguments`, `at most ${argCount}`);
    args.length = argCount;
    for (let i = 0; i < argCount; i++) if (typeof args[i] === "bigint") args[i] = Number(args[i]);
    if (depth === deepest) throw wrongType(name, `a call within ${deepest} others`, "fewer");
    const stack = stackSave();
    const used = inUse.length;
    depth++;
    try {
      return call.apply(this, args);
    } catch (error) {
      // An exception does not restore the module's stack pointer.
      stackRestore(stack);
      throw asError(error, name);
    } finally {
      inUse.length = used;
      depth--;
    }
  };

const wrappedClass = (name, Class) => {
  const construct = wrapped(name, (options) => new Class(options), 1);
  Class.prototype.delete = wrapped("delete", Class.prototype.delete, 0);
  for (const [method, call] of Object.entries(Class.prototype))
    if (call.argCount !== undefined) Class.prototype[method] = wrapped(method, call, call.argCount);
  function Wrapped(...args) {
    return construct(...args);
  }
  Wrapped.prototype = Class.prototype;
  return Wrapped;
};

// Older versions of Emscripten set their own Module.run, unused here: it would hide the lesson's.
Module.preRun = () => {
  delete Module.run;
};

// Only a start that fails aborts.
Module.onAbort = (got) => {
  const message = `${wasmFile}: got ${got}, wants the module's bytes`;
  throw new Module.HeadsUpError("module-failed", message, { got: `${got}` });
};

Module.onRuntimeInitialized = () => {
  dropTrace = Module.dropTrace && wrapped("dropTrace", Module.dropTrace, 1);
  delete Module.dropTrace;
  for (const [name, call] of Object.entries(Module))
    if (typeof call === "function" && call.argCount !== undefined) Module[name] = wrapped(name, call, call.argCount);

  for (const [name, Class] of Object.entries(Module)) if (Class && Class.prototype && Class.prototype.deleteLater) Module[name] = wrappedClass(name, Class);
};
