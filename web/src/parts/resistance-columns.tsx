import type { IndexQuality } from '@tidemark/sdk';
import { NOTHING } from '../format/number.ts';
import { limitText, toMoveText } from '../format/resistance.ts';
import { numberIn } from '../format/ticker.ts';
import type { TableColumn } from './data-table.tsx';

/** How far one exchange can move a value, and how many it takes to move it by 1 %. */
export function resistanceColumns<Row>(
  qualityOf: (row: Row) => IndexQuality | undefined,
): readonly TableColumn<Row>[] {
  const limitOf = (row: Row) => numberIn(qualityOf(row)?.oneExchangeBps);
  return [
    {
      id: 'one-exchange',
      title: 'One exchange, bps',
      about: 'The most that a single exchange could move the value within one tick',
      isNumber: true,
      isExtra: true,
      sortKey: limitOf,
      cell: (row) => {
        const bps = limitOf(row);
        return bps === undefined ? NOTHING : limitText(bps);
      },
    },
    {
      id: 'to-move',
      title: '1 % takes',
      about: 'How many exchanges it takes to move the value by 1 %',
      isNumber: true,
      isExtra: true,
      sortKey: (row) => qualityOf(row)?.exchangesToMove1Percent,
      cell: (row) => toMoveText(qualityOf(row) ?? {}) ?? NOTHING,
    },
  ];
}
