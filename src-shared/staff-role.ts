/** What staff do here: an owner everything, a reviewer decides on cards, support talks with customers. */
export const staffRoles = ['owner', 'reviewer', 'support'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  reviewer: 'Reviewer',
  support: 'Support',
}

/** May see photos and numbers of cards, and decide on them. */
export function mayReview(role: StaffRole): boolean {
  return role !== 'support'
}

/** May write to customers. */
export function maySupport(role: StaffRole): boolean {
  return role !== 'reviewer'
}
