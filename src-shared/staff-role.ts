/** Owners have every permission, reviewers decide on submissions, support replies to customers, finance pays them. */
export const staffRoles = ['owner', 'reviewer', 'support', 'finance'] as const
export type StaffRole = (typeof staffRoles)[number]

/** 'review': photos, numbers, decisions. 'support': customers. 'pay': money. 'own': the rest of the staff area. */
export type StaffPermission = 'staff' | 'review' | 'support' | 'pay' | 'own'

/** Allowlists: a new role has no permission until it gets one here. */
const permissionsByRole: Readonly<Record<StaffRole, readonly StaffPermission[]>> = {
  owner: ['staff', 'review', 'support', 'pay', 'own'],
  reviewer: ['staff', 'review'],
  support: ['staff', 'support'],
  finance: ['staff', 'pay'],
}

/** Whether the role has the permission; false for a role that this version does not know. */
export function hasPermission(role: StaffRole, permission: StaffPermission) {
  return Object.hasOwn(permissionsByRole, role) && permissionsByRole[role].includes(permission)
}

export const requiredActions = ['replace-password', 'add-second-factor'] as const
export type RequiredAction = (typeof requiredActions)[number]

export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  reviewer: 'Reviewer',
  support: 'Support',
  finance: 'Finance',
}

export const staffMessages = {
  configured: 'This owner is set on the server (ADMIN_USERNAME). Change it there.',
  self: "You can't do this to your own account. Ask another owner.",
  lastOwner: 'This is the last active owner. Make someone else an owner first.',
} as const

export const staffLinkMessages = {
  noCustomer: 'No customer has this email address.',
  isLinked: 'This person is linked to this customer already.',
  ownLink: "You can't remove your own link. Ask another owner.",
} as const

export const staffLinkKinds = ['same-browser', 'declared'] as const
