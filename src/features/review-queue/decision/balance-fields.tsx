import { optionsOf, SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Balance } from '#shared/balance-schema.ts'
import { balanceMessages, balancePlaceNames, balancePlaces, MAX_PLACE_LENGTH } from '#shared/inventory.ts'

const names: Readonly<Record<Balance['place'], string>> = {
  account: 'Name of the account',
  safe: 'Where the card is',
  buyer: 'Name of the buyer',
}

const options = [{ value: '' as const, name: 'Not recorded' }, ...optionsOf(balancePlaces, balancePlaceNames)]

type Props = {
  value: Balance | undefined
  onChange: (value: Balance | undefined) => void
  /** Number and code of this card are kept once the order is completed. */
  isHeld: boolean
}

export function BalanceFields({ value, onChange, isHeld }: Props) {
  return (
    <>
      <SelectField
        label={balanceMessages.question}
        value={value?.place ?? ''}
        options={options}
        onValueChange={(place) => onChange(place === '' ? undefined : { place, name: '' })}
        hint={isHeld && value?.place === 'safe' ? 'Number and code are kept until the card is used.' : undefined}
      />
      {value && (
        <TextField
          label={names[value.place]}
          optional={value.place === 'safe'}
          maxLength={MAX_PLACE_LENGTH}
          value={value.name}
          onValueChange={(name) => onChange({ ...value, name })}
        />
      )}
    </>
  )
}
