// `npm run bench -- --smallest`: every benchmark does its work once, to see that it runs. Its figures say nothing.

export const isSmallest = process.argv.includes('--smallest')

/** The usual amount of work, or the one of the smallest size. */
export const sized = (usual, smallest) => (isSmallest ? smallest : usual)
