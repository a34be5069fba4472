// The JavaScript half of values.cpp: reads and makes values with one call per tensor, where Embind alone would need one
// per property and number.

mergeInto(LibraryManager.library, {
  // The numbers read last, held until they are copied into the module's memory or, if they are refused, until the next ones
  // are read.
  $incoming: { numbers: [] },

  // NaN for a proxy of a list that returns no number.
  $lengthOf: function (list) {
    const count = list.length;
    return typeof count === "number" ? count : NaN;
  },

  // A value as a message shows it.
  $shown__deps: ["$lengthOf"],
  $shown: function (value) {
    let text;
    if (typeof value === "string") text = JSON.stringify(value);
    else if (Array.isArray(value)) text = `a list of ${lengthOf(value)}`;
    else if (typeof value === "object" && value !== null) text = "an object";
    else text = typeof value === "function" ? "a function" : String(value);
    return text.length > 40 ? `${text.slice(0, 40).replace(/\p{Cs}$/u, "")}…` : text;
  },

  $refuseType__deps: ["$shown"],
  $refuseType: function (field, value, wants) {
    const got = shown(value);
    throw new Module.HeadsUpError("wrong-type", `${field}: got ${got}, wants ${wants}`, { field, got, wants });
  },

  $isTypedArray: function (x) {
    return ArrayBuffer.isView(x) &&
    !(x instanceof DataView || x instanceof BigInt64Array || x instanceof BigUint64Array);
  },

  $lengthOfTyped: 'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), "length").get',
  // How many numbers were read last. A typed array may have its own property "length" with another value.
  $lengthOfNumbers__deps: ["$incoming", "$lengthOfTyped"],
  $lengthOfNumbers: function () {
    const last = incoming.numbers;
    return Array.isArray(last) ? last.length : lengthOfTyped.call(last);
  },

  // Limits::cells of headsup/lesson/spec.h.
  $mostCells: "32000000",

  // Returns a typed array as it is, a copy of a list of numbers; undefined otherwise. A list is read only once: it may be a
  // proxy that is longer the next time, and would then be written beyond the memory for its numbers. A proxy may also return
  // any length, and a number for every index.
  $numbersOf__deps: ["$isTypedArray", "$lengthOf", "$mostCells", "$refuseType"],
  $numbersOf: function (x, field, wants) {
    if (isTypedArray(x)) return x;
    if (!Array.isArray(x)) return undefined;
    const numbers = [];
    const count = lengthOf(x);
    if (!(count <= mostCells)) return undefined;
    for (let i = 0; i < count; i++) {
      const number = x[i];
      if (typeof number !== "number") refuseType(`${field()}[${i}]`, number, wants());
      numbers.push(number);
    }
    return numbers;
  },

  // Flattens nested lists; finds their shape. A list that contains itself has no last level: of more levels than a tensor has
  // axes, or more numbers than it may have, only the shape is returned, which the core refuses.
  $flattened__deps: ["$lengthOf", "$mostCells", "$refuseType"],
  $flattened: function (nested, field, mostAxes) {
    const shape = [];
    const data = [];
    let cells = 1;
    for (let level = nested; Array.isArray(level) && shape.length <= mostAxes; level = level[0]) {
      shape.push(lengthOf(level));
      cells *= Math.max(1, shape.at(-1));
    }
    if (shape.length > mostAxes || !(cells <= mostCells)) return { shape, data };
    const flatten = (level, depth, path) => {
      if (depth === shape.length) {
        if (typeof level !== "number" && typeof level !== "boolean") refuseType(path(), level, "a number");
        data.push(Number(level));
        return;
      }
      if (!Array.isArray(level)) refuseType(path(), level, `a list of ${shape[depth]}`);
      if (lengthOf(level) !== shape[depth]) {
        const facts = { field: path(), got: `${lengthOf(level)}`, wants: `${shape[depth]}` };
        const message = `${facts.field}: got a list of ${facts.got}, wants ${facts.wants} as in its neighbours`;
        throw new Module.HeadsUpError("ragged", message, facts);
      }
      for (let i = 0; i < shape[depth]; i++) flatten(level[i], depth + 1, () => `${path()}[${i}]`);
    };
    flatten(nested, 0, field);
    return { shape, data };
  },

  heads_up_refuse_type__deps: ["$Emval", "$refuseType"],
  heads_up_refuse_type: function (field, value, wants) {
    return refuseType(UTF8ToString(field), Emval.toValue(value), UTF8ToString(wants));
  },

  // The text of a string literal of the core: decoding one takes as long as reading a small tensor.
  $literals: [],
  $literal__deps: ["$literals"],
  $literal: function (at) {
    return (literals[at] ??= UTF8ToString(at));
  },

  // Refuses fields that are not in `names`, which are separated by spaces; returns how many fields there are.
  heads_up_check_fields__deps: ["$Emval", "$literal", "$refuseType", "$shown"],
  heads_up_check_fields: function (handle, field, names) {
    const value = Emval.toValue(handle);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      refuseType(literal(field), value, "object");
    const given = Object.keys(value);
    for (const name of given) {
      const known = literal(names).split(" ");
      if (known.includes(name)) continue;
      const within = literal(field);
      const facts = { field: shown(/^(spec|options)$/.test(within) ? name : `${within}.${name}`), wants: known.join(", ") };
      const message = `${facts.field}: not a field, wants one of ${facts.wants}`;
      throw new Module.HeadsUpError("unknown-field", message, facts);
    }
    return given.length;
  },

  heads_up_get__deps: ["$Emval", "$literal"],
  heads_up_get: function (handle, name) {
    return Emval.toHandle(Emval.toValue(handle)[literal(name)]);
  },

  heads_up_set__deps: ["$Emval", "$literal"],
  heads_up_set: function (handle, name, value) {
    Emval.toValue(handle)[literal(name)] = Emval.toValue(value);
  },

  // Of a list of lists or of steps. No limit of the core allows a million of them.
  heads_up_length__deps: ["$Emval", "$lengthOf", "$refuseType"],
  heads_up_length: function (handle, field, wants) {
    const list = Emval.toValue(handle);
    const count = Array.isArray(list) ? lengthOf(list) : NaN;
    return count <= 1e6 ? count : refuseType(UTF8ToString(field), list, UTF8ToString(wants));
  },

  // Returns how many numbers a list has.
  heads_up_read_list__deps: ["$Emval", "$incoming", "$lengthOfNumbers", "$numbersOf", "$refuseType"],
  heads_up_read_list: function (handle, field, wants, element) {
    const value = Emval.toValue(handle);
    const name = () => UTF8ToString(field);
    incoming.numbers =
      numbersOf(value, name, () => UTF8ToString(element)) ?? refuseType(name(), value, UTF8ToString(wants));
    return lengthOfNumbers();
  },

  // Writes up to `most` sizes, then how many numbers the tensor has; returns its rank.
  heads_up_read_tensor__deps: ["$Emval", "$incoming", "$flattened", "$lengthOfNumbers", "$numbersOf", "$refuseType"],
  heads_up_read_tensor: function (handle, field, sizes, most) {
    const value = Emval.toValue(handle);
    const name = () => UTF8ToString(field);
    const isObject = typeof value === "object" && value !== null && "shape" in value && "data" in value;
    if (!Array.isArray(value) && !isObject)
      refuseType(name(), value, "a tensor { shape, data } or nested lists of numbers");
    const { shape, data } = isObject ? value : flattened(value, name, most);
    const ofShape = () => `${name()}.shape`;
    const checked = numbersOf(shape, ofShape, () => "integer") ?? refuseType(ofShape(), shape, "a list of sizes");
    const ofData = () => `${name()}.data`;
    incoming.numbers =
      numbersOf(data, ofData, () => "a number") ??
      refuseType(ofData(), data, "a typed array or a list of numbers");
    for (let axis = 0; axis < Math.min(checked.length, most); axis++) HEAPF64[(sizes >> 3) + axis] = checked[axis];
    HEAPF64[(sizes >> 3) + most] = lengthOfNumbers();
    return checked.length;
  },

  // The names of tensors.
  heads_up_keys__deps: ["$Emval", "$refuseType"],
  heads_up_keys: function (handle) {
    const tensors = Emval.toValue(handle);
    if (Object.prototype.toString.call(tensors) !== "[object Object]")
      refuseType("weights", tensors, "tensors by name");
    return Emval.toHandle(Object.keys(tensors));
  },

  heads_up_make_list__deps: ["$Emval"],
  heads_up_make_list: function (numbers, count) {
    return Emval.toHandle(Array.from(HEAP32.subarray(numbers >> 2, (numbers >> 2) + count)));
  },

  heads_up_make_numbers__deps: ["$Emval"],
  heads_up_make_numbers: function (numbers, count) {
    // A loop takes a third of the time of Array.from.
    const list = [];
    for (let i = 0; i < count; i++) list.push(HEAPF64[(numbers >> 3) + i]);
    return Emval.toHandle(list);
  },

  // Makes terms from `names[nameOf[i]]`, the next `ranks[i]` of `places`, and `values[i]`.
  heads_up_make_terms__deps: ["$Emval"],
  heads_up_make_terms: function (handle, nameOf, ranks, places, values, count) {
    const names = Emval.toValue(handle);
    const terms = [];
    let at = places >> 2;
    for (let i = 0; i < count; i++) {
      const end = at + HEAP32[(ranks >> 2) + i];
      terms.push({
        name: names[HEAP32[(nameOf >> 2) + i]],
        index: Array.from(HEAP32.subarray(at, end)),
        value: HEAPF64[(values >> 3) + i],
      });
      at = end;
    }
    return Emval.toHandle(terms);
  },

  // Makes a training step's terms: of each, `places` has its name, its path, its rank and its index, `numbers` its value and
  // its weight.
  heads_up_make_training_terms__deps: ["$Emval"],
  heads_up_make_training_terms: function (handle, places, numbers, count) {
    const names = Emval.toValue(handle);
    const terms = [];
    let at = places >> 2;
    for (let i = numbers >> 3; terms.length < count; i += 2) {
      const [name, path, rank] = HEAP32.subarray(at, at + 3);
      at += 3 + rank;
      terms.push({
        name: names[name],
        index: Array.from(HEAP32.subarray(at - rank, at)),
        value: HEAPF64[i],
        weight: HEAPF64[i + 1],
        path: names[path],
      });
    }
    return Emval.toHandle(terms);
  },

  heads_up_number_text__deps: ["$Emval"],
  heads_up_number_text: function (number) {
    return Emval.toHandle(String(number));
  },

  // Maps each trace to { id, generation } of the core's trace that it is a copy of.
  $traces: "new WeakMap()",
  heads_up_remember_trace__deps: ["$Emval", "$traces"],
  heads_up_remember_trace: function (trace, id, generation) {
    traces.set(Emval.toValue(trace), { id, generation });
  },
  heads_up_trace_id__deps: ["$Emval", "$traces"],
  heads_up_trace_id: function (trace) {
    const entry = traces.get(Emval.toValue(trace));
    return entry ? entry.id : 0;
  },
  heads_up_trace_generation__deps: ["$Emval", "$traces"],
  heads_up_trace_generation: function (trace) {
    const entry = traces.get(Emval.toValue(trace));
    return entry ? entry.generation : 0;
  },

  heads_up_rethrow__deps: ["$Emval"],
  heads_up_rethrow: function (handle) {
    throw Emval.toValue(handle);
  },

  // Embind registers these types for every module; this one has no wide strings and hands out no views of its memory.
  _embind_register_std_wstring: function () {},
  _embind_register_memory_view: function () {},

  heads_up_copy_float32__deps: ["$incoming"],
  heads_up_copy_float32: function (to) {
    HEAPF32.set(incoming.numbers, to >> 2);
    incoming.numbers = [];
  },
  heads_up_copy_float64__deps: ["$incoming"],
  heads_up_copy_float64: function (to) {
    HEAPF64.set(incoming.numbers, to >> 3);
    incoming.numbers = [];
  },

  heads_up_make_tensor__deps: ["$Emval"],
  heads_up_make_tensor: function (shape, rank, dtype, data, count) {
    const heap = [HEAPF32, HEAP32, HEAPU8][dtype];
    const first = data / heap.BYTES_PER_ELEMENT;
    // A loop, because for so few numbers Array.from and subarray take longer than everything else here.
    const sizes = [];
    for (let axis = 0; axis < rank; axis++) sizes.push(HEAP32[(shape >> 2) + axis]);
    return Emval.toHandle({
      shape: sizes,
      dtype: ["float32", "int32", "bool"][dtype],
      data: heap.slice(first, first + count),
    });
  },
});
