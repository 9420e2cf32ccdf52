// Dice that have just fallen are seen to roll; dice of old battles lie still.

let fell = -Infinity;
const WHILE = 1500;

/** The player's dice have fallen now. */
export const diceFell = (now = performance.now()): void => {
  fell = now;
};

export const justFell = (now = performance.now()): boolean => now - fell < WHILE;
