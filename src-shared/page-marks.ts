/** The server fills it with the catalogue and the values of the site as JSON. */
export const FACTS_MARK = '{{page-facts}}'

export const factsElement = 'page-facts'
