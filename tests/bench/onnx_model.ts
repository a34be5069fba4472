/** Builds a graph of operators and encodes it as an ONNX model, with the part of onnx.proto that the graphs here use. */
import { parse } from "protobufjs";

/** https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const SCHEMA = `syntax = "proto2";
message Attribute {
  optional string name = 1; optional float f = 2; optional int64 i = 3; repeated int64 ints = 8 [packed = false];
  optional int32 type = 20;
}
message Node {
  repeated string input = 1; repeated string output = 2; optional string op_type = 4;
  repeated Attribute attribute = 5; optional string domain = 7;
}
message Tensor {
  repeated int64 dims = 1 [packed = false]; optional int32 data_type = 2; optional string name = 8; optional bytes raw_data = 9;
}
message Dimension { optional int64 dim_value = 1; }
message Shape { repeated Dimension dim = 1; }
message TensorType { optional int32 elem_type = 1; optional Shape shape = 2; }
message Type { optional TensorType tensor_type = 1; }
message ValueInfo { optional string name = 1; optional Type type = 2; }
message Graph {
  repeated Node node = 1; optional string name = 2; repeated Tensor initializer = 5;
  repeated ValueInfo input = 11; repeated ValueInfo output = 12;
}
message OperatorSet { optional string domain = 1; optional int64 version = 2; }
message Model { optional int64 ir_version = 1; optional Graph graph = 7; repeated OperatorSet opset_import = 8; }`;

const IR_VERSION = 11;
/** The first opset with an operator `Attention`. */
const OPSET = 23;
const MICROSOFT = "com.microsoft";
/** TensorProto.DataType */
const TYPES = { float32: 1, int32: 6, int64: 7, bool: 9 } as const;
/** AttributeProto.AttributeType */
const ATTRIBUTES = { float: 1, int: 2, ints: 7 } as const;

type Attribute = number | readonly number[] | { readonly float: number };

function attribute(name: string, value: Attribute): object {
  if (typeof value === "number") return { name, i: value, type: ATTRIBUTES.int };
  if ("float" in value) return { name, f: value.float, type: ATTRIBUTES.float };
  return { name, ints: value, type: ATTRIBUTES.ints };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export class Graph {
  readonly #nodes: object[] = [];
  readonly #initializers: object[] = [];
  readonly #inputs: object[] = [];
  #names = 0;

  input(name: string, type: keyof typeof TYPES, dims: readonly number[]): string {
    this.#inputs.push(valueInfo(name, type, dims));
    return name;
  }

  floats(data: Float32Array, dims: readonly number[]): string {
    return this.#constant("float32", data, dims);
  }

  /** A shape to reshape to. */
  shape(...dims: readonly number[]): string {
    return this.#constant("int64", BigInt64Array.from(dims, BigInt), [dims.length]);
  }

  #constant(type: keyof typeof TYPES, data: ArrayBufferView, dims: readonly number[]): string {
    const name = this.#name();
    this.#initializers.push({ dims, data_type: TYPES[type], name, raw_data: bytesOf(data) });
    return name;
  }

  #name(): string {
    return `t${this.#names++}`;
  }

  /** A node with one output; an input that is "" is left out. */
  op(
    op_type: string,
    input: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string {
    return this.#node("", op_type, input, attributes);
  }

  /** One of onnxruntime's own operators. */
  ownOp(op_type: string, input: readonly string[], attributes: Readonly<Record<string, Attribute>>): string {
    return this.#node(MICROSOFT, op_type, input, attributes);
  }

  #node(domain: string, op_type: string, input: readonly string[], attributes: object): string {
    const output = this.#name();
    const all = Object.entries(attributes).map(([name, value]) => attribute(name, value));
    this.#nodes.push({ domain, op_type, input, output: [output], attribute: all });
    return output;
  }

  /** The model's bytes; its one output is called "output". */
  model(result: string, dims: readonly number[]): Uint8Array {
    this.#nodes.push({ op_type: "Identity", input: [result], output: ["output"] });
    const graph = {
      node: this.#nodes,
      name: "attention",
      initializer: this.#initializers,
      input: this.#inputs,
      output: [valueInfo("output", "float32", dims)],
    };
    const opset_import = [
      { domain: "", version: OPSET },
      { domain: MICROSOFT, version: 1 },
    ];
    const Model = parse(SCHEMA, { keepCase: true }).root.lookupType("Model");
    return Model.encode(Model.fromObject({ ir_version: IR_VERSION, graph, opset_import })).finish();
  }
}

const valueInfo = (name: string, type: keyof typeof TYPES, dims: readonly number[]): object => ({
  name,
  type: { tensor_type: { elem_type: TYPES[type], shape: { dim: dims.map((dim_value) => ({ dim_value })) } } },
});
