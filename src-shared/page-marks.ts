/** The place in the built pages that the server fills with the catalogue and the values of the site as JSON. */
export const FACTS_MARK = '{{page-facts}}'

export const factsElement = 'page-facts'
