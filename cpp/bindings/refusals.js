// How calls fail: with a HeadsUpError, whatever went wrong inside. Every function that Embind exports is wrapped once, as soon
// as it is there; a wrapper also lets arguments at the end be left out, which Embind's own functions do not.

// Node cannot fetch files. EMSCRIPTEN$IMPORT$META becomes import.meta, which Emscripten's optimiser cannot read itself.
if (!Module.wasmBinary && !Module.locateFile && typeof process === "object" && process.getBuiltinModule) {
  Module.wasmBinary = process.getBuiltinModule("fs").readFileSync(new URL("heads-up.wasm", EMSCRIPTEN$IMPORT$META.url));
}

// The typed package hands over its own class, so that `instanceof` works with what it exports.
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
    // Thrown once more from within a C++ try block, the exception is described and freed there.
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
    // Embind wants all arguments; those that are left out are undefined. It ignores no others.
    args.length = argCount;
    const stack = stackSave();
    try {
      return call.apply(this, args);
    } catch (error) {
      // An exception leaves the module's stack where it was thrown.
      stackRestore(stack);
      throw asHeadsUpError(error, name);
    }
  };

// Older versions of Emscripten have a Module.run of their own, which nobody needs: the name is the lesson's.
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
