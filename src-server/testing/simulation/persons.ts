export const sellers = ['dana', 'tom', 'eve'] as const
export type Seller = (typeof sellers)[number]
export const staff = { boss: 'owner', rita: 'reviewer', raul: 'reviewer', fay: 'finance', sam: 'support' } as const
export const staffNames = Object.keys(staff) as (keyof typeof staff)[]
export type Name = Seller | keyof typeof staff
