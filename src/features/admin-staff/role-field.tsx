import { SelectField } from '#client/ui/select-field.tsx'
import { type StaffRole, staffRoleNames, staffRoles } from '#shared/staff-role.ts'

const hints: Readonly<Record<StaffRole, string>> = {
  owner: 'Full access, including staff accounts.',
  reviewer: 'Sees card photos and numbers and decides orders.',
  support: "Answers customers. Can't see card photos or numbers.",
  finance: "Pays customers. Can't see card photos or numbers, decide orders or chat.",
}

type RoleFieldProps = { value: StaffRole; onValueChange: (role: StaffRole) => void; unchangeable?: string | undefined }

/** Role select. `unchangeable` is the reason why the role cannot be changed. */
export function RoleField({ value, onValueChange, unchangeable }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      name="role"
      hint={unchangeable ?? hints[value]}
      value={value}
      onValueChange={(role) => onValueChange(staffRoles.find((each) => each === role) ?? value)}
    >
      {staffRoles
        .filter((role) => unchangeable === undefined || role === value)
        .map((role) => (
          <option key={role} value={role}>
            {staffRoleNames[role]}
          </option>
        ))}
    </SelectField>
  )
}
