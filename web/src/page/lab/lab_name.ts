/** The leak lab's name in the URL, in the place of a lesson's name. */
export const LAB = "leak-lab";

export const isLab = (search: string): boolean => new URLSearchParams(search).get("lesson") === LAB;
