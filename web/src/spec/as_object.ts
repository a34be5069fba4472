/** Reads values that are not trusted: stored, received, or parsed from JSON. */

export type UnknownFields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of any other value. */
export const asObject = (value: unknown): UnknownFields =>
  typeof value === "object" && value !== null ? (value as UnknownFields) : {};
