export const brandCategories = [
  'Retail & Shopping',
  'Electronics',
  'Food & Dining',
  'Gaming',
  'Technology & Apps',
  'Entertainment',
  'Prepaid Cards',
  'Fashion & Beauty',
  'Home & Garden',
  'Transportation',
  'Department Stores',
  'Payment & Financial',
] as const
export type BrandCategory = (typeof brandCategories)[number]

/** 'paused' brands are shown and not bought, 'hidden' ones are neither. */
export const brandStates = ['active', 'paused', 'hidden'] as const
export type BrandState = (typeof brandStates)[number]

export const BRAND_NAME_MAX_LENGTH = 60
export const PAUSED_WORDS_MAX_LENGTH = 200
export const RATE_NOTE_MAX_LENGTH = 200
export const MAX_BANDS = 20

/** A brand as the catalogue begins with it. An operator changes its terms in the database. */
type SeedRow = [
  slug: string,
  name: string,
  /** Payout rate in basis points, 8700 to 9300. */
  rateBps: number,
  /** Smallest accepted card value in cents: 2500, 5000, 10000 or 20000. */
  minCents: number,
  category: BrandCategory,
  /** Background of the rendered card, '#rrggbb', with enough contrast for its text (see card-colours). */
  colour: string,
  /** The sprite has a logo of this brand; otherwise the card shows a monogram. */
  hasMark: boolean,
  /** Present on the 49 brands of the supported-cards page. */
  browse?: { maxCents: number; popular: boolean },
]

/** Most cards are bought up to $2,000 each; one airline card has a higher limit. */
const standard = { maxCents: 200_000, popular: false } as const
const popular = { maxCents: 200_000, popular: true } as const
const airline = { maxCents: 500_000, popular: false } as const

/** All brands, the most sold first. Logos that their owners withdrew from icon sets are not recreated. */
// biome-ignore format: one brand a line, so that the catalogue reads as the table it is
const rows: readonly SeedRow[] = [
  ['amazon', 'Amazon', 9300, 2500, 'Retail & Shopping', '#ff9900', false, popular],
  ['apple', 'Apple', 9200, 5000, 'Technology & Apps', '#000000', true, popular],
  ['google-play', 'Google Play', 9100, 5000, 'Technology & Apps', '#414141', true, popular],
  ['steam', 'Steam', 9000, 5000, 'Gaming', '#000000', true, popular],
  ['walmart', 'Walmart', 9100, 2500, 'Retail & Shopping', '#0053e2', false, popular],
  ['target', 'Target', 9100, 2500, 'Retail & Shopping', '#cc0000', true, popular],
  ['best-buy', 'Best Buy', 9000, 5000, 'Electronics', '#0a4abf', false, popular],
  ['visa', 'Visa', 8900, 10000, 'Prepaid Cards', '#1a1f71', true, popular],
  ['mastercard', 'Mastercard', 8850, 10000, 'Payment & Financial', '#eb001b', true, standard],
  ['american-express', 'American Express', 8850, 10000, 'Payment & Financial', '#2e77bc', true, standard],
  ['ebay', 'eBay', 8900, 5000, 'Retail & Shopping', '#e53238', true, standard],
  ['nike', 'Nike', 8900, 5000, 'Fashion & Beauty', '#111111', true, standard],
  ['adidas', 'Adidas', 8850, 2500, 'Fashion & Beauty', '#000000', true, standard],
  ['sephora', 'Sephora', 9050, 2500, 'Fashion & Beauty', '#111111', false, standard],
  ['ulta-beauty', 'Ulta Beauty', 8750, 2500, 'Fashion & Beauty', '#e26a2c', false],
  ['starbucks', 'Starbucks', 8800, 2500, 'Food & Dining', '#006241', false, standard],
  ['playstation', 'PlayStation', 9050, 2500, 'Gaming', '#0070d1', true, standard],
  ['xbox', 'Xbox', 9000, 2500, 'Gaming', '#107c10', false, standard],
  ['nintendo', 'Nintendo', 8950, 2500, 'Gaming', '#e60012', false, standard],
  ['roblox', 'Roblox', 8900, 2500, 'Gaming', '#000000', true, standard],
  ['razer', 'Razer', 9000, 2500, 'Gaming', '#00ff00', false, standard],
  ['uber', 'Uber', 8950, 2500, 'Transportation', '#000000', true, standard],
  ['uber-eats', 'Uber Eats', 8900, 2500, 'Food & Dining', '#06c167', true, standard],
  ['doordash', 'DoorDash', 8950, 2500, 'Food & Dining', '#ff3008', true, standard],
  ['airbnb', 'Airbnb', 9000, 5000, 'Transportation', '#ff5a5f', true, standard],
  ['netflix', 'Netflix', 8850, 2500, 'Entertainment', '#e50914', true, standard],
  ['spotify', 'Spotify', 8800, 2500, 'Entertainment', '#1ed760', true, standard],
  ['hulu', 'Hulu', 8750, 2500, 'Entertainment', '#1ce783', false, standard],
  ['disney', 'Disney', 8900, 2500, 'Entertainment', '#113ccf', false, standard],
  ['home-depot', 'Home Depot', 9050, 5000, 'Home & Garden', '#f96302', false, standard],
  ['lowes', "Lowe's", 9000, 5000, 'Home & Garden', '#004990', false, standard],
  ['ikea', 'IKEA', 8950, 5000, 'Home & Garden', '#0058a3', true, standard],
  ['wayfair', 'Wayfair', 8850, 5000, 'Home & Garden', '#7b189f', false, standard],
  ['macys', "Macy's", 8900, 5000, 'Department Stores', '#e21a2c', true, standard],
  ['nordstrom', 'Nordstrom', 9050, 10000, 'Department Stores', '#1b1b1b', false, standard],
  ['kohls', "Kohl's", 8850, 5000, 'Department Stores', '#601a29', false, standard],
  ['jcpenney', 'JCPenney', 8750, 5000, 'Department Stores', '#00615a', false, standard],
  ['bloomingdales', "Bloomingdale's", 8950, 20000, 'Department Stores', '#066a90', false],
  ['saks-fifth-avenue', 'Saks Fifth Avenue', 8950, 20000, 'Department Stores', '#71345c', false],
  ['neiman-marcus', 'Neiman Marcus', 8900, 20000, 'Department Stores', '#542b00', false],
  ['cvs', 'CVS', 8800, 5000, 'Retail & Shopping', '#cc0000', false, standard],
  ['walgreens', 'Walgreens', 8750, 5000, 'Retail & Shopping', '#e31837', false],
  ['gamestop', 'GameStop', 8950, 2500, 'Gaming', '#1a1a1a', false, standard],
  ['costco', 'Costco', 9050, 5000, 'Retail & Shopping', '#005daa', false, standard],
  ['sams-club', "Sam's Club", 9000, 5000, 'Retail & Shopping', '#0067a0', true],
  ['whole-foods', 'Whole Foods', 8900, 5000, 'Food & Dining', '#00674b', false],
  ['kroger', 'Kroger', 8750, 5000, 'Food & Dining', '#525000', false],
  ['instacart', 'Instacart', 8950, 2500, 'Food & Dining', '#43b02a', true],
  ['grubhub', 'Grubhub', 8850, 2500, 'Food & Dining', '#1b5c2d', false],
  ['delta', 'Delta', 9000, 10000, 'Transportation', '#003366', true, airline],
  ['southwest-airlines', 'Southwest Airlines', 8950, 10000, 'Transportation', '#304cb2', true],
  ['american-airlines', 'American Airlines', 8900, 10000, 'Transportation', '#0078d2', true],
  ['hotels-com', 'Hotels.com', 8850, 10000, 'Transportation', '#ef3346', true],
  ['lyft', 'Lyft', 8950, 2500, 'Transportation', '#ff00bf', true, standard],
  ['microsoft', 'Microsoft', 9000, 5000, 'Technology & Apps', '#0067b8', false, standard],
  ['meta', 'Meta', 8850, 5000, 'Technology & Apps', '#0467df', true],
  ['twitch', 'Twitch', 8750, 2500, 'Entertainment', '#9146ff', true],
  ['newegg', 'Newegg', 8900, 5000, 'Electronics', '#e05e00', true, standard],
  ['vanilla', 'Vanilla', 8800, 10000, 'Prepaid Cards', '#964d62', false, standard],
  ['one-vanilla', 'OneVanilla', 8800, 10000, 'Prepaid Cards', '#005378', false, standard],
  ['target-visa', 'Target Visa', 8900, 10000, 'Prepaid Cards', '#003a34', false],
  ['walmart-visa', 'Walmart Visa', 8850, 10000, 'Prepaid Cards', '#00503c', false],
  ['lululemon', 'Lululemon', 9000, 5000, 'Fashion & Beauty', '#04552b', false],
  ['foot-locker', 'Foot Locker', 8950, 5000, 'Fashion & Beauty', '#006060', false],
  ['coach', 'Coach', 8950, 20000, 'Fashion & Beauty', '#584280', false, standard],
  ['tiffany', 'Tiffany & Co.', 8950, 20000, 'Fashion & Beauty', '#685f02', false],
  ['victorias-secret', "Victoria's Secret", 8850, 5000, 'Fashion & Beauty', '#5e244c', false],
  ['bath-and-body-works', 'Bath & Body Works', 8800, 2500, 'Fashion & Beauty', '#863e37', false],
  ['h-and-m', 'H&M', 8800, 2500, 'Fashion & Beauty', '#e50010', true],
  ['zara', 'Zara', 8850, 5000, 'Fashion & Beauty', '#000000', true],
  ['gap', 'Gap', 8800, 2500, 'Fashion & Beauty', '#002868', false],
  ['old-navy', 'Old Navy', 8800, 2500, 'Fashion & Beauty', '#003764', false],
  ['american-eagle', 'American Eagle', 8750, 2500, 'Fashion & Beauty', '#89404b', false],
  ['urban-outfitters', 'Urban Outfitters', 8750, 5000, 'Fashion & Beauty', '#6e2c49', false],
  ['chipotle', 'Chipotle', 8900, 2500, 'Food & Dining', '#451400', false, standard],
  ['dominos', "Domino's", 8850, 2500, 'Food & Dining', '#00727b', false],
  ['subway', 'Subway', 8750, 2500, 'Food & Dining', '#008938', false],
  ['dunkin', "Dunkin'", 8800, 2500, 'Food & Dining', '#da1884', false],
  ['panera-bread', 'Panera Bread', 8850, 2500, 'Food & Dining', '#004263', false],
  ['chick-fil-a', 'Chick-fil-A', 8900, 2500, 'Food & Dining', '#783819', false],
  ['burger-king', 'Burger King', 8750, 2500, 'Food & Dining', '#d62300', true],
  ['mcdonalds', "McDonald's", 8850, 2500, 'Food & Dining', '#fbc817', true, standard],
  ['cheesecake-factory', 'Cheesecake Factory', 8900, 5000, 'Food & Dining', '#7e363c', false],
  ['olive-garden', 'Olive Garden', 8850, 2500, 'Food & Dining', '#5e2800', false],
  ['chilis', "Chili's", 8750, 2500, 'Food & Dining', '#024b1d', false],
  ['amc-theatres', 'AMC Theatres', 8800, 2500, 'Entertainment', '#627025', false, standard],
  ['fandango', 'Fandango', 8750, 2500, 'Entertainment', '#ff7300', true],
  ['stubhub', 'StubHub', 8850, 5000, 'Entertainment', '#003168', true],
  ['office-depot', 'Office Depot', 8800, 5000, 'Electronics', '#7b5691', false],
  ['staples', 'Staples', 8750, 5000, 'Electronics', '#6e2837', false],
  ['rei', 'REI', 8950, 5000, 'Retail & Shopping', '#7e363f', false],
  ['dicks-sporting-goods', "Dick's Sporting Goods", 8950, 5000, 'Retail & Shopping', '#1b749b', false],
  ['cabelas', "Cabela's", 8850, 5000, 'Retail & Shopping', '#173c70', false],
  ['bass-pro-shops', 'Bass Pro Shops', 8850, 5000, 'Retail & Shopping', '#004c58', false],
  ['crate-and-barrel', 'Crate & Barrel', 8900, 10000, 'Home & Garden', '#1b5c2d', false],
  ['williams-sonoma', 'Williams Sonoma', 8850, 10000, 'Home & Garden', '#005768', false],
  ['pottery-barn', 'Pottery Barn', 8850, 10000, 'Home & Garden', '#794b00', false],
  ['petsmart', 'PetSmart', 8850, 2500, 'Retail & Shopping', '#8f4c30', false],
  ['petco', 'Petco', 8800, 2500, 'Retail & Shopping', '#2a6634', false],
  ['barnes-and-noble', 'Barnes & Noble', 8750, 2500, 'Retail & Shopping', '#894046', false],
]

export const seedBrands = rows.map(([slug, name, rateBps, minCents, category, colour, hasMark, browse]) => {
  return { slug, name, rateBps, minCents, category, colour, hasMark, browse }
})
export type SeedBrand = (typeof seedBrands)[number]
