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

/** A brand as the catalogue begins with it. An operator changes its terms in the database. */
export type SeedBrand = {
  slug: string
  name: string
  /** Payout rate in basis points, 8700 to 9300. */
  rateBps: number
  /** Smallest accepted card value in cents: 2500, 5000, 10000 or 20000. */
  minCents: number
  category: BrandCategory
  /** Background of the rendered card, '#rrggbb', with enough contrast for its text (see card-colours). */
  colour: string
  /** The sprite has a logo of this brand; otherwise the card shows a monogram. */
  hasMark?: true
  /** Present on the 49 brands of the supported-cards page. */
  browse?: { maxCents: number; popular: boolean }
}

/** Most cards are bought up to $2,000 each; one airline card has a higher limit. */
const standard = { maxCents: 200_000, popular: false } as const
const popular = { maxCents: 200_000, popular: true } as const
const airline = { maxCents: 500_000, popular: false } as const

/** All brands, the most sold first. Logos that their owners withdrew from icon sets are not recreated. */
// biome-ignore format: one brand a line, so that the catalogue reads as the table it is
export const seedBrands: readonly SeedBrand[] = [
  { slug: 'amazon', name: 'Amazon', rateBps: 9300, minCents: 2500, category: 'Retail & Shopping', colour: '#ff9900', browse: popular },
  { slug: 'apple', name: 'Apple', rateBps: 9200, minCents: 5000, category: 'Technology & Apps', colour: '#000000', hasMark: true, browse: popular },
  { slug: 'google-play', name: 'Google Play', rateBps: 9100, minCents: 5000, category: 'Technology & Apps', colour: '#414141', hasMark: true, browse: popular },
  { slug: 'steam', name: 'Steam', rateBps: 9000, minCents: 5000, category: 'Gaming', colour: '#000000', hasMark: true, browse: popular },
  { slug: 'walmart', name: 'Walmart', rateBps: 9100, minCents: 2500, category: 'Retail & Shopping', colour: '#0053e2', browse: popular },
  { slug: 'target', name: 'Target', rateBps: 9100, minCents: 2500, category: 'Retail & Shopping', colour: '#cc0000', hasMark: true, browse: popular },
  { slug: 'best-buy', name: 'Best Buy', rateBps: 9000, minCents: 5000, category: 'Electronics', colour: '#0a4abf', browse: popular },
  { slug: 'visa', name: 'Visa', rateBps: 8900, minCents: 10000, category: 'Prepaid Cards', colour: '#1a1f71', hasMark: true, browse: popular },
  { slug: 'mastercard', name: 'Mastercard', rateBps: 8850, minCents: 10000, category: 'Payment & Financial', colour: '#eb001b', hasMark: true, browse: standard },
  { slug: 'american-express', name: 'American Express', rateBps: 8850, minCents: 10000, category: 'Payment & Financial', colour: '#2e77bc', hasMark: true, browse: standard },
  { slug: 'ebay', name: 'eBay', rateBps: 8900, minCents: 5000, category: 'Retail & Shopping', colour: '#e53238', hasMark: true, browse: standard },
  { slug: 'nike', name: 'Nike', rateBps: 8900, minCents: 5000, category: 'Fashion & Beauty', colour: '#111111', hasMark: true, browse: standard },
  { slug: 'adidas', name: 'Adidas', rateBps: 8850, minCents: 2500, category: 'Fashion & Beauty', colour: '#000000', hasMark: true, browse: standard },
  { slug: 'sephora', name: 'Sephora', rateBps: 9050, minCents: 2500, category: 'Fashion & Beauty', colour: '#111111', browse: standard },
  { slug: 'ulta-beauty', name: 'Ulta Beauty', rateBps: 8750, minCents: 2500, category: 'Fashion & Beauty', colour: '#e26a2c' },
  { slug: 'starbucks', name: 'Starbucks', rateBps: 8800, minCents: 2500, category: 'Food & Dining', colour: '#006241', browse: standard },
  { slug: 'playstation', name: 'PlayStation', rateBps: 9050, minCents: 2500, category: 'Gaming', colour: '#0070d1', hasMark: true, browse: standard },
  { slug: 'xbox', name: 'Xbox', rateBps: 9000, minCents: 2500, category: 'Gaming', colour: '#107c10', browse: standard },
  { slug: 'nintendo', name: 'Nintendo', rateBps: 8950, minCents: 2500, category: 'Gaming', colour: '#e60012', browse: standard },
  { slug: 'roblox', name: 'Roblox', rateBps: 8900, minCents: 2500, category: 'Gaming', colour: '#000000', hasMark: true, browse: standard },
  { slug: 'razer', name: 'Razer', rateBps: 9000, minCents: 2500, category: 'Gaming', colour: '#00ff00', browse: standard },
  { slug: 'uber', name: 'Uber', rateBps: 8950, minCents: 2500, category: 'Transportation', colour: '#000000', hasMark: true, browse: standard },
  { slug: 'uber-eats', name: 'Uber Eats', rateBps: 8900, minCents: 2500, category: 'Food & Dining', colour: '#06c167', hasMark: true, browse: standard },
  { slug: 'doordash', name: 'DoorDash', rateBps: 8950, minCents: 2500, category: 'Food & Dining', colour: '#ff3008', hasMark: true, browse: standard },
  { slug: 'airbnb', name: 'Airbnb', rateBps: 9000, minCents: 5000, category: 'Transportation', colour: '#ff5a5f', hasMark: true, browse: standard },
  { slug: 'netflix', name: 'Netflix', rateBps: 8850, minCents: 2500, category: 'Entertainment', colour: '#e50914', hasMark: true, browse: standard },
  { slug: 'spotify', name: 'Spotify', rateBps: 8800, minCents: 2500, category: 'Entertainment', colour: '#1ed760', hasMark: true, browse: standard },
  { slug: 'hulu', name: 'Hulu', rateBps: 8750, minCents: 2500, category: 'Entertainment', colour: '#1ce783', browse: standard },
  { slug: 'disney', name: 'Disney', rateBps: 8900, minCents: 2500, category: 'Entertainment', colour: '#113ccf', browse: standard },
  { slug: 'home-depot', name: 'Home Depot', rateBps: 9050, minCents: 5000, category: 'Home & Garden', colour: '#f96302', browse: standard },
  { slug: 'lowes', name: "Lowe's", rateBps: 9000, minCents: 5000, category: 'Home & Garden', colour: '#004990', browse: standard },
  { slug: 'ikea', name: 'IKEA', rateBps: 8950, minCents: 5000, category: 'Home & Garden', colour: '#0058a3', hasMark: true, browse: standard },
  { slug: 'wayfair', name: 'Wayfair', rateBps: 8850, minCents: 5000, category: 'Home & Garden', colour: '#7b189f', browse: standard },
  { slug: 'macys', name: "Macy's", rateBps: 8900, minCents: 5000, category: 'Department Stores', colour: '#e21a2c', hasMark: true, browse: standard },
  { slug: 'nordstrom', name: 'Nordstrom', rateBps: 9050, minCents: 10000, category: 'Department Stores', colour: '#1b1b1b', browse: standard },
  { slug: 'kohls', name: "Kohl's", rateBps: 8850, minCents: 5000, category: 'Department Stores', colour: '#601a29', browse: standard },
  { slug: 'jcpenney', name: 'JCPenney', rateBps: 8750, minCents: 5000, category: 'Department Stores', colour: '#00615a', browse: standard },
  { slug: 'bloomingdales', name: "Bloomingdale's", rateBps: 8950, minCents: 20000, category: 'Department Stores', colour: '#066a90' },
  { slug: 'saks-fifth-avenue', name: 'Saks Fifth Avenue', rateBps: 8950, minCents: 20000, category: 'Department Stores', colour: '#71345c' },
  { slug: 'neiman-marcus', name: 'Neiman Marcus', rateBps: 8900, minCents: 20000, category: 'Department Stores', colour: '#542b00' },
  { slug: 'cvs', name: 'CVS', rateBps: 8800, minCents: 5000, category: 'Retail & Shopping', colour: '#cc0000', browse: standard },
  { slug: 'walgreens', name: 'Walgreens', rateBps: 8750, minCents: 5000, category: 'Retail & Shopping', colour: '#e31837' },
  { slug: 'gamestop', name: 'GameStop', rateBps: 8950, minCents: 2500, category: 'Gaming', colour: '#1a1a1a', browse: standard },
  { slug: 'costco', name: 'Costco', rateBps: 9050, minCents: 5000, category: 'Retail & Shopping', colour: '#005daa', browse: standard },
  { slug: 'sams-club', name: "Sam's Club", rateBps: 9000, minCents: 5000, category: 'Retail & Shopping', colour: '#0067a0', hasMark: true },
  { slug: 'whole-foods', name: 'Whole Foods', rateBps: 8900, minCents: 5000, category: 'Food & Dining', colour: '#00674b' },
  { slug: 'kroger', name: 'Kroger', rateBps: 8750, minCents: 5000, category: 'Food & Dining', colour: '#525000' },
  { slug: 'instacart', name: 'Instacart', rateBps: 8950, minCents: 2500, category: 'Food & Dining', colour: '#43b02a', hasMark: true },
  { slug: 'grubhub', name: 'Grubhub', rateBps: 8850, minCents: 2500, category: 'Food & Dining', colour: '#1b5c2d' },
  { slug: 'delta', name: 'Delta', rateBps: 9000, minCents: 10000, category: 'Transportation', colour: '#003366', hasMark: true, browse: airline },
  { slug: 'southwest-airlines', name: 'Southwest Airlines', rateBps: 8950, minCents: 10000, category: 'Transportation', colour: '#304cb2', hasMark: true },
  { slug: 'american-airlines', name: 'American Airlines', rateBps: 8900, minCents: 10000, category: 'Transportation', colour: '#0078d2', hasMark: true },
  { slug: 'hotels-com', name: 'Hotels.com', rateBps: 8850, minCents: 10000, category: 'Transportation', colour: '#ef3346', hasMark: true },
  { slug: 'lyft', name: 'Lyft', rateBps: 8950, minCents: 2500, category: 'Transportation', colour: '#ff00bf', hasMark: true, browse: standard },
  { slug: 'microsoft', name: 'Microsoft', rateBps: 9000, minCents: 5000, category: 'Technology & Apps', colour: '#0067b8', browse: standard },
  { slug: 'meta', name: 'Meta', rateBps: 8850, minCents: 5000, category: 'Technology & Apps', colour: '#0467df', hasMark: true },
  { slug: 'twitch', name: 'Twitch', rateBps: 8750, minCents: 2500, category: 'Entertainment', colour: '#9146ff', hasMark: true },
  { slug: 'newegg', name: 'Newegg', rateBps: 8900, minCents: 5000, category: 'Electronics', colour: '#e05e00', hasMark: true, browse: standard },
  { slug: 'vanilla', name: 'Vanilla', rateBps: 8800, minCents: 10000, category: 'Prepaid Cards', colour: '#964d62', browse: standard },
  { slug: 'one-vanilla', name: 'OneVanilla', rateBps: 8800, minCents: 10000, category: 'Prepaid Cards', colour: '#005378', browse: standard },
  { slug: 'target-visa', name: 'Target Visa', rateBps: 8900, minCents: 10000, category: 'Prepaid Cards', colour: '#003a34' },
  { slug: 'walmart-visa', name: 'Walmart Visa', rateBps: 8850, minCents: 10000, category: 'Prepaid Cards', colour: '#00503c' },
  { slug: 'lululemon', name: 'Lululemon', rateBps: 9000, minCents: 5000, category: 'Fashion & Beauty', colour: '#04552b' },
  { slug: 'foot-locker', name: 'Foot Locker', rateBps: 8950, minCents: 5000, category: 'Fashion & Beauty', colour: '#006060' },
  { slug: 'coach', name: 'Coach', rateBps: 8950, minCents: 20000, category: 'Fashion & Beauty', colour: '#584280', browse: standard },
  { slug: 'tiffany', name: 'Tiffany & Co.', rateBps: 8950, minCents: 20000, category: 'Fashion & Beauty', colour: '#685f02' },
  { slug: 'victorias-secret', name: "Victoria's Secret", rateBps: 8850, minCents: 5000, category: 'Fashion & Beauty', colour: '#5e244c' },
  { slug: 'bath-and-body-works', name: 'Bath & Body Works', rateBps: 8800, minCents: 2500, category: 'Fashion & Beauty', colour: '#863e37' },
  { slug: 'h-and-m', name: 'H&M', rateBps: 8800, minCents: 2500, category: 'Fashion & Beauty', colour: '#e50010', hasMark: true },
  { slug: 'zara', name: 'Zara', rateBps: 8850, minCents: 5000, category: 'Fashion & Beauty', colour: '#000000', hasMark: true },
  { slug: 'gap', name: 'Gap', rateBps: 8800, minCents: 2500, category: 'Fashion & Beauty', colour: '#002868' },
  { slug: 'old-navy', name: 'Old Navy', rateBps: 8800, minCents: 2500, category: 'Fashion & Beauty', colour: '#003764' },
  { slug: 'american-eagle', name: 'American Eagle', rateBps: 8750, minCents: 2500, category: 'Fashion & Beauty', colour: '#89404b' },
  { slug: 'urban-outfitters', name: 'Urban Outfitters', rateBps: 8750, minCents: 5000, category: 'Fashion & Beauty', colour: '#6e2c49' },
  { slug: 'chipotle', name: 'Chipotle', rateBps: 8900, minCents: 2500, category: 'Food & Dining', colour: '#451400', browse: standard },
  { slug: 'dominos', name: "Domino's", rateBps: 8850, minCents: 2500, category: 'Food & Dining', colour: '#00727b' },
  { slug: 'subway', name: 'Subway', rateBps: 8750, minCents: 2500, category: 'Food & Dining', colour: '#008938' },
  { slug: 'dunkin', name: "Dunkin'", rateBps: 8800, minCents: 2500, category: 'Food & Dining', colour: '#da1884' },
  { slug: 'panera-bread', name: 'Panera Bread', rateBps: 8850, minCents: 2500, category: 'Food & Dining', colour: '#004263' },
  { slug: 'chick-fil-a', name: 'Chick-fil-A', rateBps: 8900, minCents: 2500, category: 'Food & Dining', colour: '#783819' },
  { slug: 'burger-king', name: 'Burger King', rateBps: 8750, minCents: 2500, category: 'Food & Dining', colour: '#d62300', hasMark: true },
  { slug: 'mcdonalds', name: "McDonald's", rateBps: 8850, minCents: 2500, category: 'Food & Dining', colour: '#fbc817', hasMark: true, browse: standard },
  { slug: 'cheesecake-factory', name: 'Cheesecake Factory', rateBps: 8900, minCents: 5000, category: 'Food & Dining', colour: '#7e363c' },
  { slug: 'olive-garden', name: 'Olive Garden', rateBps: 8850, minCents: 2500, category: 'Food & Dining', colour: '#5e2800' },
  { slug: 'chilis', name: "Chili's", rateBps: 8750, minCents: 2500, category: 'Food & Dining', colour: '#024b1d' },
  { slug: 'amc-theatres', name: 'AMC Theatres', rateBps: 8800, minCents: 2500, category: 'Entertainment', colour: '#627025', browse: standard },
  { slug: 'fandango', name: 'Fandango', rateBps: 8750, minCents: 2500, category: 'Entertainment', colour: '#ff7300', hasMark: true },
  { slug: 'stubhub', name: 'StubHub', rateBps: 8850, minCents: 5000, category: 'Entertainment', colour: '#003168', hasMark: true },
  { slug: 'office-depot', name: 'Office Depot', rateBps: 8800, minCents: 5000, category: 'Electronics', colour: '#7b5691' },
  { slug: 'staples', name: 'Staples', rateBps: 8750, minCents: 5000, category: 'Electronics', colour: '#6e2837' },
  { slug: 'rei', name: 'REI', rateBps: 8950, minCents: 5000, category: 'Retail & Shopping', colour: '#7e363f' },
  { slug: 'dicks-sporting-goods', name: "Dick's Sporting Goods", rateBps: 8950, minCents: 5000, category: 'Retail & Shopping', colour: '#1b749b' },
  { slug: 'cabelas', name: "Cabela's", rateBps: 8850, minCents: 5000, category: 'Retail & Shopping', colour: '#173c70' },
  { slug: 'bass-pro-shops', name: 'Bass Pro Shops', rateBps: 8850, minCents: 5000, category: 'Retail & Shopping', colour: '#004c58' },
  { slug: 'crate-and-barrel', name: 'Crate & Barrel', rateBps: 8900, minCents: 10000, category: 'Home & Garden', colour: '#1b5c2d' },
  { slug: 'williams-sonoma', name: 'Williams Sonoma', rateBps: 8850, minCents: 10000, category: 'Home & Garden', colour: '#005768' },
  { slug: 'pottery-barn', name: 'Pottery Barn', rateBps: 8850, minCents: 10000, category: 'Home & Garden', colour: '#794b00' },
  { slug: 'petsmart', name: 'PetSmart', rateBps: 8850, minCents: 2500, category: 'Retail & Shopping', colour: '#8f4c30' },
  { slug: 'petco', name: 'Petco', rateBps: 8800, minCents: 2500, category: 'Retail & Shopping', colour: '#2a6634' },
  { slug: 'barnes-and-noble', name: 'Barnes & Noble', rateBps: 8750, minCents: 2500, category: 'Retail & Shopping', colour: '#894046' },
]
