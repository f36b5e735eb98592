/** The month both texts were last changed. */
export const lastUpdated = 'December 2024'
