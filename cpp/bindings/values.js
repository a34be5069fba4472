// The JavaScript half of values.cpp: reads and makes values with one call per tensor, where Embind alone would need one
// per property and number.

mergeInto(LibraryManager.library, {
  // The values that calls into the module use, for which the core has their places here (value.h): constants, and what calls
  // added. refusals.js cuts the list back where a call ends.
  $inUse: "[undefined, null, false, true]",
  $placeOf__deps: ["$inUse"],
  $placeOf: function (value) {
    if (value === undefined) return 0;
    if (value === null) return 1;
    if (typeof value === "boolean") return value ? 3 : 2;
    return inUse.push(value) - 1;
  },

  // Embind's types. All that crosses is a Value or an object of a class.
  _embind_register_emval__deps: ["$inUse", "$placeOf", "$registerType"],
  _embind_register_emval: function (type) {
    registerType(type, {
      name: "value",
      fromWireType: (place) => inUse[place],
      toWireType: (destructors, value) => placeOf(value),
      argPackAdvance: 8,
      destructorFunction: null,
    });
  },
  _embind_register_void: function () {},
  _embind_register_bool: function () {},
  _embind_register_integer: function () {},
  _embind_register_float: function () {},
  _embind_register_std_string: function () {},
  _embind_register_std_wstring: function () {},
  _embind_register_memory_view: function () {},

  // The numbers read last, until they are copied into the module's memory. They are set once all of a tensor is read, as reading
  // may run the caller's code, which may call the module: from then on nothing of the caller's runs until they are copied.
  $incoming: { numbers: [] },

  // Reading may run the caller's code, which may throw null. Some engines cannot pass null through the core.
  $reading: function (read) {
    try {
      return read();
    } catch (error) {
      throw error ?? new Error(String(error));
    }
  },

  // NaN for a proxy of a list that returns no number.
  $lengthOf: function (list) {
    const count = list.length;
    return typeof count === "number" ? count : NaN;
  },

  // A BigInt is taken as a number; one that no number is equal to is beyond every limit.
  $plain: function (value) {
    return typeof value === "bigint" ? Number(value) : value;
  },

  // A value as a message shows it.
  $shown__deps: ["$lengthOf"],
  $shown: function (value) {
    let text;
    if (typeof value === "string") text = JSON.stringify(value);
    else if (Array.isArray(value)) text = `a list of ${lengthOf(value)}`;
    else if (typeof value === "object" && value !== null) text = "an object";
    else if (typeof value === "bigint") text = `${value}n`;
    else text = typeof value === "function" ? "a function" : String(value);
    return text.length > 40 ? `${text.slice(0, 40).replace(/\p{Cs}$/u, "")}…` : text;
  },

  $refuseType__deps: ["$shown"],
  $refuseType: function (field, value, wants, got = shown(value)) {
    throw new Module.HeadsUpError("wrong-type", `${field}: got ${got}, wants ${wants}`, { field, got, wants });
  },

  $lengthOfTyped: 'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), "length").get',
  // How many numbers numbersOf gave. A typed array may have its own property "length" with another value.
  $countOf__deps: ["$lengthOfTyped"],
  $countOf: function (numbers) {
    return Array.isArray(numbers) ? numbers.length : lengthOfTyped.call(numbers);
  },

  // Limits::cells of headsup/lesson/spec.h.
  $mostCells: "32000000",

  // Returns a typed array as it is, a copy of a list of numbers or BigInts; undefined otherwise. A list is read only once: it may be a
  // proxy that is longer the next time, and would then be written beyond the memory for its numbers. A proxy may also return
  // any length, and a number for every index.
  $numbersOf__deps: ["$lengthOf", "$lengthOfTyped", "$mostCells", "$plain", "$refuseType"],
  $numbersOf: function (x, field, wants) {
    const isTyped = ArrayBuffer.isView(x) && !(x instanceof DataView);
    const isBig = isTyped && (x instanceof BigInt64Array || x instanceof BigUint64Array);
    if (isTyped && !isBig) return x;
    if (!isBig && !Array.isArray(x)) return undefined;
    const numbers = [];
    const count = isBig ? lengthOfTyped.call(x) : lengthOf(x);
    if (!(count <= mostCells)) return undefined;
    for (let i = 0; i < count; i++) {
      const number = plain(x[i]);
      if (typeof number !== "number") refuseType(`${field()}[${i}]`, number, wants());
      numbers.push(number);
    }
    return numbers;
  },

  // Flattens nested lists; finds their shape. A list that contains itself has no last level: of more levels than a tensor has
  // axes, or more numbers than it may have, only the shape is returned, which the core refuses.
  $flattened__deps: ["$lengthOf", "$mostCells", "$plain", "$refuseType"],
  $flattened: function (nested, field, mostAxes) {
    const shape = [];
    const data = [];
    let cells = 1;
    for (let level = nested; Array.isArray(level) && shape.length <= mostAxes; level = level[0]) {
      shape.push(lengthOf(level));
      cells *= Math.max(1, shape.at(-1));
    }
    if (shape.length > mostAxes || !(cells <= mostCells)) return { shape, data };
    const flatten = (given, depth, path) => {
      const level = plain(given);
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

  heads_up_refuse_type__deps: ["$inUse", "$reading", "$refuseType"],
  heads_up_refuse_type: function (field, value, wants) {
    return reading(() => refuseType(UTF8ToString(field), inUse[value], UTF8ToString(wants)));
  },

  // The text of a string literal of the core: decoding one takes as long as reading a small tensor.
  $literals: [],
  $literal__deps: ["$literals"],
  $literal: function (at) {
    return (literals[at] ??= UTF8ToString(at));
  },

  // Refuses fields that are not in `names`, which are separated by spaces; returns how many fields there are.
  heads_up_check_fields__deps: ["$inUse", "$literal", "$reading", "$refuseType", "$shown"],
  heads_up_check_fields: function (handle, field, names) {
    const value = inUse[handle];
    if (typeof value !== "object" || value === null || Array.isArray(value))
      refuseType(literal(field), value, "object");
    const given = reading(() => Object.keys(value));
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

  heads_up_get__deps: ["$placeOf", "$literal", "$plain", "$reading"],
  heads_up_get: function (handle, name) {
    return placeOf(reading(() => plain(inUse[handle][literal(name)])));
  },

  heads_up_item__deps: ["$placeOf", "$plain", "$reading"],
  heads_up_item: function (handle, key) {
    return placeOf(reading(() => plain(inUse[handle][inUse[key]])));
  },

  heads_up_is__deps: ["$inUse", "$literal"],
  heads_up_is: function (handle, type) {
    return typeof inUse[handle] === literal(type);
  },
  heads_up_number__deps: ["$inUse"],
  heads_up_number: function (handle) {
    return inUse[handle];
  },
  heads_up_are_same__deps: ["$inUse"],
  heads_up_are_same: function (a, b) {
    return inUse[a] === inUse[b];
  },

  heads_up_read_text__deps: ["$inUse", "$incoming"],
  heads_up_read_text: function (handle) {
    incoming.numbers = new TextEncoder().encode(inUse[handle]);
    return incoming.numbers.length;
  },
  heads_up_copy_text__deps: ["$incoming"],
  heads_up_copy_text: function (to) {
    HEAPU8.set(incoming.numbers, to);
    incoming.numbers = [];
  },

  heads_up_new_list__deps: ["$placeOf"],
  heads_up_new_list: function () {
    return placeOf([]);
  },
  heads_up_new_object__deps: ["$placeOf"],
  heads_up_new_object: function () {
    return placeOf({});
  },
  heads_up_make_number__deps: ["$placeOf"],
  heads_up_make_number: function (number) {
    return placeOf(number);
  },
  heads_up_make_text__deps: ["$placeOf"],
  heads_up_make_text: function (text, size) {
    return placeOf(UTF8Decoder.decode(HEAPU8.subarray(text, text + size)));
  },

  heads_up_push__deps: ["$inUse"],
  heads_up_push: function (list, item) {
    inUse[list].push(inUse[item]);
  },
  heads_up_put__deps: ["$inUse"],
  heads_up_put: function (handle, name, value) {
    inUse[handle][inUse[name]] = inUse[value];
  },
  heads_up_set__deps: ["$inUse", "$literal"],
  heads_up_set: function (handle, name, value) {
    inUse[handle][literal(name)] = inUse[value];
  },

  // Of a list of lists or of steps. No limit of the core allows a million of them.
  heads_up_length__deps: ["$inUse", "$lengthOf", "$reading", "$refuseType"],
  heads_up_length: function (handle, field, wants) {
    const list = inUse[handle];
    return reading(() => {
      const count = Array.isArray(list) ? lengthOf(list) : NaN;
      return count <= 1e6 ? count : refuseType(UTF8ToString(field), list, UTF8ToString(wants));
    });
  },

  // Returns how many numbers a list has.
  heads_up_read_list__deps: ["$inUse", "$incoming", "$countOf", "$numbersOf", "$reading", "$refuseType"],
  heads_up_read_list: function (handle, field, wants, element) {
    const value = inUse[handle];
    const name = () => UTF8ToString(field);
    incoming.numbers = reading(
      () => numbersOf(value, name, () => UTF8ToString(element)) ?? refuseType(name(), value, UTF8ToString(wants)),
    );
    return countOf(incoming.numbers);
  },

  // The dtypes of tensors, and the range of those that are whole.
  $dtypes: {
    float32: null,
    int32: [-(2 ** 31), 2 ** 31 - 1],
    bool: [0, 1],
    int64: [-(2 ** 53), 2 ** 53],
    float64: null,
    uint8: [0, 255],
  },
  // Refuses numbers that the dtype does not have.
  $checkDtype__deps: ["$dtypes", "$refuseType"],
  $checkDtype: function (field, dtype, numbers, count) {
    if (typeof dtype !== "string" || !Object.hasOwn(dtypes, dtype))
      refuseType(`${field()}.dtype`, dtype, Object.keys(dtypes).join(", "));
    const range = dtypes[dtype];
    for (let i = 0; range && i < count; i++) {
      const number = numbers[i];
      if (!(Number.isInteger(number) && number >= range[0] && number <= range[1]))
        refuseType(`${field()}.data[${i}]`, number, `${range[0]} to ${range[1]}, as its dtype ${dtype} says`);
    }
  },

  // { axes, numbers }: the sizes and the numbers of a tensor, or of nested lists.
  $partsOf__deps: ["$checkDtype", "$countOf", "$flattened", "$numbersOf", "$refuseType"],
  $partsOf: function (value, name, most) {
    const isObject = typeof value === "object" && value !== null && "shape" in value && "data" in value;
    if (!Array.isArray(value) && !isObject) {
      const got = ArrayBuffer.isView(value) ? "a typed array without a shape" : undefined;
      refuseType(name(), value, "a tensor { shape, data } or nested lists of numbers", got);
    }
    const { shape, data, dtype } = isObject ? value : flattened(value, name, most);
    const ofShape = () => `${name()}.shape`;
    const axes = numbersOf(shape, ofShape, () => "integer") ?? refuseType(ofShape(), shape, "a list of sizes");
    const ofData = () => `${name()}.data`;
    const numbers =
      numbersOf(data, ofData, () => "a number") ??
      refuseType(ofData(), data, "a typed array or a list of numbers");
    if (dtype !== undefined && dtype !== "float32") checkDtype(name, dtype, numbers, countOf(numbers));
    return { axes, numbers };
  },

  // Writes up to `most` sizes, then how many numbers the tensor has; returns its rank.
  heads_up_read_tensor__deps: ["$inUse", "$incoming", "$countOf", "$partsOf", "$reading"],
  heads_up_read_tensor: function (handle, field, sizes, most) {
    const value = inUse[handle];
    const { axes, numbers } = reading(() => partsOf(value, () => UTF8ToString(field), most));
    const rank = countOf(axes);
    for (let axis = 0; axis < Math.min(rank, most); axis++) HEAPF64[(sizes >> 3) + axis] = axes[axis];
    HEAPF64[(sizes >> 3) + most] = countOf(numbers);
    incoming.numbers = numbers;
    return rank;
  },

  // The names of tensors.
  heads_up_keys__deps: ["$placeOf", "$reading", "$refuseType"],
  heads_up_keys: function (handle) {
    const tensors = inUse[handle];
    return reading(() => {
      if (Object.prototype.toString.call(tensors) !== "[object Object]")
        refuseType("weights", tensors, "tensors by name");
      return placeOf(Object.keys(tensors));
    });
  },

  heads_up_make_list__deps: ["$placeOf"],
  heads_up_make_list: function (numbers, count) {
    return placeOf(Array.from(HEAP32.subarray(numbers >> 2, (numbers >> 2) + count)));
  },

  heads_up_make_numbers__deps: ["$placeOf"],
  heads_up_make_numbers: function (numbers, count) {
    // A loop takes a third of the time of Array.from.
    const list = [];
    for (let i = 0; i < count; i++) list.push(HEAPF64[(numbers >> 3) + i]);
    return placeOf(list);
  },

  // Makes terms from `names[nameOf[i]]`, the next `ranks[i]` of `places`, `values[i]` and, if there are weights, `weights[i]`.
  heads_up_make_terms__deps: ["$placeOf"],
  heads_up_make_terms: function (handle, nameOf, ranks, places, values, weights, count) {
    const names = inUse[handle];
    const terms = [];
    let at = places >> 2;
    for (let i = 0; i < count; i++) {
      const end = at + HEAP32[(ranks >> 2) + i];
      const term = {
        name: names[HEAP32[(nameOf >> 2) + i]],
        index: Array.from(HEAP32.subarray(at, end)),
        value: HEAPF64[(values >> 3) + i],
      };
      if (weights) term.weight = HEAPF64[(weights >> 3) + i];
      terms.push(term);
      at = end;
    }
    return placeOf(terms);
  },

  heads_up_number_text__deps: ["$placeOf"],
  heads_up_number_text: function (number) {
    return placeOf(String(number));
  },

  // The property of a trace that is the id of the core's, which is freed once the trace is collected. It is no field: a copy
  // of the trace, or what a worker gets of it, has none.
  $traceId: 'Symbol("trace")',
  $traces: "new FinalizationRegistry((id) => dropTrace(id))",
  heads_up_own_trace__deps: ["$inUse", "$reading", "$traceId", "$traces"],
  heads_up_own_trace: function (handle, id) {
    const trace = inUse[handle];
    reading(() => Reflect.defineProperty(trace, traceId, { value: id, configurable: true }));
    traces.register(trace, id);
  },
  heads_up_trace_id__deps: ["$inUse", "$reading", "$traceId"],
  heads_up_trace_id: function (handle) {
    const id = reading(() => inUse[handle][traceId]);
    return typeof id === "number" ? id : 0;
  },

  heads_up_refuse__deps: ["$inUse", "$literal"],
  heads_up_refuse: function (code, message, details) {
    throw new Module.HeadsUpError(literal(code), inUse[message], inUse[details]);
  },
  heads_up_refuse_disposed: function () {
    throw gone;
  },

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

  heads_up_make_tensor__deps: ["$placeOf"],
  heads_up_make_tensor: function (shape, rank, dtype, data, count) {
    const heap = [HEAPF32, HEAP32, HEAPU8][dtype];
    const first = data / heap.BYTES_PER_ELEMENT;
    // A loop, because for so few numbers Array.from and subarray take longer than everything else here.
    const sizes = [];
    for (let axis = 0; axis < rank; axis++) sizes.push(HEAP32[(shape >> 2) + axis]);
    return placeOf({
      shape: sizes,
      dtype: ["float32", "int32", "bool"][dtype],
      data: heap.slice(first, first + count),
    });
  },
});
