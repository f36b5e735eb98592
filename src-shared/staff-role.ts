/** An owner has every permission, a reviewer decides on cards, support writes to customers. */
export const staffRoles = ['owner', 'reviewer', 'support'] as const
export type StaffRole = (typeof staffRoles)[number]

/** 'staff': the staff area; 'review': photos and numbers of cards, and decisions; 'support': customers; 'own': the rest. */
export type StaffPermission = 'staff' | 'review' | 'support' | 'own'

/** Positive lists: a role that is added has no permission until it is given one here. */
const permissionsByRole: Readonly<Record<StaffRole, readonly StaffPermission[]>> = {
  owner: ['staff', 'review', 'support', 'own'],
  reviewer: ['staff', 'review'],
  support: ['staff', 'support'],
}

/** Whether the role has the permission; false for a role that this version does not know. */
export function hasPermission(role: StaffRole, permission: StaffPermission): boolean {
  return Object.hasOwn(permissionsByRole, role) && permissionsByRole[role].includes(permission)
}

/** What staff have to do before anything else is let in. */
export const requiredActions = ['replace-password', 'add-second-factor'] as const
export type RequiredAction = (typeof requiredActions)[number]

export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  reviewer: 'Reviewer',
  support: 'Support',
}

/** Why something cannot be done with a member of staff. */
export const staffMessages = {
  configured: 'This owner is set where the server is set up (ADMIN_USERNAME). Change it there.',
  self: 'You cannot do this to your own account. Ask another owner.',
  lastOwner: 'This is the last owner who can sign in. Make somebody else an owner first.',
} as const
