package dev.sluice.service.jdbc.dialect;

/**
 * One statement that asks for several items. The first column of its result is the item's number, from 0; the others are
 * those of the single form. Rows of one item come in the single form's order, but items may be interleaved.
 */
public interface ChunkForm {

    /** Its name in messages. */
    String name();

    /** The text for so many items; {@code items} must be a {@link #room}. */
    String sql(int items);

    /**
     * The number of items that the statement for {@code items} is made for. If it is more, the last item is bound again
     * and rows numbered {@code items} and above are ignored.
     */
    int room(int items);

    /** The most items, from the driver's limit on parameters and what the database's parser takes. */
    int maxItems();

    /**
     * How items are bound. True: one array per parameter, in order, and where there is no parameter the number of items as
     * an int. False: item after item, each with all its parameters in order.
     */
    boolean arrays();
}
