// The JavaScript half of python.cpp: makes the steps, variables, errors and hints of programs of what packed.h wrote.

mergeInto(LibraryManager.library, {
  // Reads the next whole number, text, list, tensor or place.
  $reader: function (words, texts, size) {
    let at = words >> 2;
    let from = texts;
    const all = UTF8Decoder.decode(HEAPU8.subarray(texts, texts + size));
    // Decoding each text takes longer than cutting all of them out of one, where a byte is a letter.
    const isAscii = all.length === size;
    const whole = () => HEAP32[at++];
    const text = () => {
      const start = from;
      from += whole();
      return isAscii ? all.slice(start - texts, from - texts) : UTF8Decoder.decode(HEAPU8.subarray(start, from));
    };
    const list = (item) => {
      const items = [];
      for (let count = whole(); count > 0; count--) items.push(item());
      return items;
    };
    const numbers = () => {
      const count = whole();
      at += count;
      return HEAP32.slice(at - count, at);
    };
    const tensor = () => {
      const dtype = whole();
      const shape = list(whole);
      const heap = [HEAPU8, HEAPF64, HEAPF32, HEAPF64, HEAPF64, HEAPF64][dtype];
      const count = whole();
      const first = (whole() >>> 0) / heap.BYTES_PER_ELEMENT;
      return { shape, dtype: ["bool", "int64", "float32", "float64", "int32", "uint8"][dtype], data: heap.slice(first, first + count) };
    };
    const inCell = (place, cell) => {
      if (cell) place.cell = cell;
      return place;
    };
    const frame = () => inCell({ function: text(), line: whole() }, whole());
    const span = () =>
      inCell({ line: whole(), column: whole(), endLine: whole(), endColumn: whole() }, whole());
    const place = () => {
      const source = span();
      source.frames = list(frame);
      return source;
    };
    const around = () => {
      const one = span();
      one[whole() ? "turn" : "call"] = whole();
      return one;
    };
    return { whole, text, list, numbers, tensor, place, around };
  },

  heads_up_make_steps__deps: ["$placeOf", "$reader"],
  heads_up_make_steps: function (words, texts, size) {
    const { whole, text, list, tensor, place, around } = reader(words, texts, size);
    let now = [];
    const steps = list(() => {
      const step = tensor();
      step.name = text();
      step.op = text();
      step.inputs = list(whole);
      step.axes = list(text);
      step.source = place();
      if (!whole()) now = list(around);
      step.around = now;
      const module = text();
      if (module) step.module = module;
      const returned = list(() => ({ call: whole(), item: whole() }));
      if (returned.length > 0) step.returned = returned;
      return step;
    });
    for (const step of steps) step.inputs = step.inputs.map((input) => steps[input].name);
    return placeOf(steps);
  },

  heads_up_make_results__deps: ["$placeOf", "$reader"],
  heads_up_make_results: function (words, texts, size) {
    const { whole, text, list, tensor, place } = reader(words, texts, size);
    const inputs = Object.fromEntries(list(() => [text(), tensor()]));
    const variables = Object.fromEntries(list(() => [text(), whole() ? tensor() : text()]));
    let error = null;
    if (whole()) {
      const [type, message, hint] = [text(), text(), text()];
      error = { type, message };
      if (hint) error.hint = hint;
      Object.assign(error, place());
      const [op, inputs] = [text(), list(text)];
      if (op) Object.assign(error, { op, inputs });
    }
    const hints = list(() => {
      const hint = { rule: text(), step: text(), message: text() };
      hint.cells = list(() => ({ step: text(), index: list(whole) }));
      hint.values = Object.fromEntries(list(() => [text(), tensor().data[0]]));
      return hint;
    });
    return placeOf({ inputs, variables, error, hints });
  },

  heads_up_make_reads__deps: ["$placeOf", "$reader"],
  heads_up_make_reads: function (words, texts, size) {
    const { text, list, numbers } = reader(words, texts, size);
    return placeOf({
      inputs: list(() => ({ name: text(), starts: numbers(), positions: numbers() })),
      moved: numbers(),
    });
  },

  // The names of the tensors that a program is given.
  heads_up_input_names__deps: ["$inUse", "$placeOf", "$reading", "$refuseType", "$shown"],
  heads_up_input_names: function (handle) {
    const inputs = inUse[handle];
    return reading(() => {
      if (Object.prototype.toString.call(inputs) !== "[object Object]")
        refuseType("inputs", inputs, "tensors by name");
      const names = Object.keys(inputs);
      for (const name of names)
        if (!/^(?!__)[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) refuseType("inputs", name, "names of Python's variables");
      return placeOf(names);
    });
  },
});
