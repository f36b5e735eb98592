import { optionsOf, SelectField, type SelectFieldProps } from '#client/ui/select-field.tsx'
import { type StaffRole, staffRoleNames, staffRoles } from '#shared/staff-role.ts'

const hints: Readonly<Record<StaffRole, string>> = {
  owner: 'Full access, including staff accounts.',
  reviewer: 'Sees card photos and numbers and decides orders.',
  support: "Answers customers. Can't see card photos or numbers.",
  finance: "Pays customers. Can't see card photos or numbers, decide orders or chat.",
}

type RoleFieldProps = Pick<SelectFieldProps<StaffRole>, 'name' | 'value' | 'onValueChange'> & {
  unchangeable?: string | undefined
}

/** Role select. `unchangeable` is the reason why the role cannot be changed. */
export function RoleField({ unchangeable, ...field }: RoleFieldProps) {
  const roles = staffRoles.filter((role) => unchangeable === undefined || role === field.value)
  const hint = unchangeable ?? hints[field.value]
  return <SelectField {...field} label="Role" hint={hint} options={optionsOf(roles, staffRoleNames)} />
}
