/** The leak lab's name in the URL, where lessons have theirs. */
export const LAB = "leak-lab";

export const isLab = (search: string): boolean => new URLSearchParams(search).get("lesson") === LAB;
