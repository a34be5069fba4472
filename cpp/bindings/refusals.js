// Makes calls fail with a HeadsUpError, except for traps (WebAssembly.RuntimeError) and bugs (an Error that says so). Embind's
// functions are wrapped once, at start-up; the wrapper also allows trailing arguments to be omitted, which Embind does not.

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

// Embind's function that rethrows a C++ exception inside a C++ try block, which describes and frees it. It would read freed
// memory if it were given one again, so it is no export.
let describeException;

const asError = (error, name) => {
  if (error instanceof Module.HeadsUpError || error instanceof WebAssembly.RuntimeError) return error;
  if (error instanceof WebAssembly.Exception) {
    const [code, message, details] = describeException(error);
    return code ? new Module.HeadsUpError(code, message, details) : new Error(message);
  }
  if (error instanceof Module.BindingError)
    return new Module.HeadsUpError("disposed", `${name}: got an object that was disposed of, wants a live one`, { field: name });
  const facts = { field: name, got: `an argument that cannot be read (${error})`, wants: "plain values" };
  return new Module.HeadsUpError("wrong-type", `${name}: got ${facts.got}, wants ${facts.wants}`, facts);
};

const wrapped = (name, call, argCount) =>
  function (...args) {
    // Embind requires exactly this many: omitted ones become undefined, extra ones are dropped.
    args.length = argCount;
    const stack = stackSave();
    try {
      return call.apply(this, args);
    } catch (error) {
      // An exception does not restore the module's stack pointer.
      stackRestore(stack);
      throw asError(error, name);
    }
  };

const wrappedClass = (name, Class) => {
  const construct = wrapped(name, (options) => new Class(options), 1);
  for (const [method, call] of Object.entries(Class.prototype))
    if (call.argCount !== undefined) Class.prototype[method] = wrapped(method, call, call.argCount);
  function Wrapped(options) {
    return construct(options);
  }
  Wrapped.prototype = Class.prototype;
  return Wrapped;
};

// Older versions of Emscripten set their own Module.run, unused here: it would hide the lesson's.
Module.preRun = () => {
  delete Module.run;
};

Module.onRuntimeInitialized = () => {
  describeException = Module.describeException;
  delete Module.describeException;
  for (const [name, call] of Object.entries(Module))
    if (typeof call === "function" && call.argCount !== undefined) Module[name] = wrapped(name, call, call.argCount);

  for (const [name, Class] of Object.entries(Module)) if (Class && Class.prototype && Class.prototype.deleteLater) Module[name] = wrappedClass(name, Class);
};
