/**
 * The part of the peers' types that is used here, so that type checks need none of the packages; only `npm run bench`
 * installs them.
 */

declare module "protobufjs" {
  interface Type {
    fromObject(object: object): object;
    encode(message: object): { finish(): Uint8Array };
  }
  export function parse(
    schema: string,
    options: { keepCase: boolean },
  ): { root: { lookupType(name: string): Type } };
}

declare module "onnxruntime-common" {
  export class Tensor {
    constructor(type: string, data: ArrayBufferView, dims: readonly number[]);
    readonly data: ArrayBufferView;
  }
  export interface InferenceSession {
    run(feeds: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>>;
    release(): Promise<void>;
  }
  export namespace InferenceSession {
    type SessionOptions = Readonly<Record<string, unknown>>;
    function create(model: Uint8Array, options: SessionOptions): Promise<InferenceSession>;
  }
}

declare module "@tensorflow/tfjs-core" {
  export interface Tensor {
    dataSync(): Float32Array;
  }
  export interface Variable extends Tensor {
    assign(value: Tensor): void;
  }
  type Shape = readonly number[];
  type NamedTensors = Readonly<Record<string, Tensor>>;
  export function setBackend(name: string): Promise<boolean>;
  export function ready(): Promise<void>;
  export function tensor(data: Float32Array, shape: Shape): Tensor;
  export function tensor1d(data: Int32Array, type: "int32"): Tensor;
  export function variable(initial: Tensor): Variable;
  export function oneHot(ids: Tensor, count: number): Tensor;
  export function cast(x: Tensor, type: "float32"): Tensor;
  export function reshape(x: Tensor, shape: Shape): Tensor;
  export function transpose(x: Tensor, axes?: Shape): Tensor;
  export function slice(x: Tensor, begin: Shape, size: Shape): Tensor;
  export function concat(all: readonly Tensor[], axis: number): Tensor;
  export function add(a: Tensor, b: Tensor | number): Tensor;
  export function sub(a: Tensor, b: Tensor): Tensor;
  export function mul(a: Tensor, b: Tensor | number): Tensor;
  export function mean(x: Tensor, axis: number, keepDims: boolean): Tensor;
  export function sum(x: Tensor): Tensor;
  export function square(x: Tensor): Tensor;
  export function rsqrt(x: Tensor): Tensor;
  export function erf(x: Tensor): Tensor;
  export function matMul(a: Tensor, b: Tensor, transposeA?: boolean, transposeB?: boolean): Tensor;
  export function softmax(x: Tensor): Tensor;
  export function logSoftmax(x: Tensor): Tensor;
  export function variableGrads(
    loss: () => Tensor,
    variables: readonly Variable[],
  ): { value: Tensor; grads: NamedTensors };
  export function tidy<T>(body: () => T): T;
  export function dispose(all: readonly Tensor[]): void;
  export const train: {
    adam(
      rate: number,
      beta1: number,
      beta2: number,
      epsilon: number,
    ): { applyGradients(gradients: NamedTensors): void; dispose(): void };
  };
  export const fused: { matMul(what: { a: Tensor; b: Tensor; bias: Tensor }): Tensor };
}

/** The kernels' derivatives, which the package's entry leaves out. */
declare module "@tensorflow/tfjs-core/dist/register_all_gradients";

declare module "@tensorflow/tfjs-backend-wasm" {
  export function setThreadsCount(count: number): void;
  export function setWasmPaths(folder: string): void;
}
