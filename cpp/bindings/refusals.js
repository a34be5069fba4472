// Makes calls fail with a HeadsUpError, except for traps (WebAssembly.RuntimeError). Embind's functions are wrapped
// once, at start-up; the wrapper also allows trailing arguments to be omitted, which Embind does not.

// Node cannot fetch files. EMSCRIPTEN$IMPORT$META becomes import.meta, which Emscripten's optimiser cannot read itself.
if (!Module.wasmBinary && !Module.locateFile && typeof process === "object" && process.getBuiltinModule) {
  Module.wasmBinary = process.getBuiltinModule("fs").readFileSync(new URL("heads-up.wasm", EMSCRIPTEN$IMPORT$META.url));
}

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

const asHeadsUpError = (error, name) => {
  if (error instanceof Module.HeadsUpError || error instanceof WebAssembly.RuntimeError) return error;
  if (error instanceof WebAssembly.Exception) {
    // describeException rethrows it inside a C++ try block, which describes and frees it.
    Module.exception = error;
    const [code, message, details] = Module.describeException();
    return new Module.HeadsUpError(code, message, details);
  }
  if (error instanceof Module.BindingError)
    return new Module.HeadsUpError("disposed", `${name}: got a layer that was disposed of, wants a live one`, { field: name });
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
      throw asHeadsUpError(error, name);
    }
  };

// Older versions of Emscripten set their own Module.run, unused here: it would hide the lesson's.
Module.preRun = () => {
  delete Module.run;
};

Module.onRuntimeInitialized = () => {
  for (const [name, call] of Object.entries(Module))
    if (typeof call === "function" && call.argCount !== undefined && name !== "describeException")
      Module[name] = wrapped(name, call, call.argCount);

  const Layer = Module.MultiHeadAttention;
  const construct = wrapped("MultiHeadAttention", (options) => new Layer(options), 1);
  Layer.prototype.forward = wrapped("forward", Layer.prototype.forward, 4);
  Module.MultiHeadAttention = function (options) {
    return construct(options);
  };
  Module.MultiHeadAttention.prototype = Layer.prototype;
};
