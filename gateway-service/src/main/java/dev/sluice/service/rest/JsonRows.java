package dev.sluice.service.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.ValueType;
import dev.sluice.service.chunk.Outcome;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Nested;
import dev.sluice.wire.EncodedRows;
import dev.sluice.wire.Encoder;
import dev.sluice.wire.KnownColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the rows of a result from what a response has for one item. Reads one response and is thrown away; not
 * thread-safe.
 */
final class JsonRows {

    private static final EncodedRows NONE = new EncodedRows(KnownColumns.encode(List.of()), 0, new byte[0]);

    private final Subject subject;
    private final Answer contract;
    private final Limits limits;
    private final Encoder encoder = new Encoder();
    private List<String> lastNames = List.of();
    private byte[] lastColumns = KnownColumns.encode(List.of());

    JsonRows(Subject subject, Answer contract, Limits limits) {
        this.subject = subject;
        this.contract = contract;
        this.limits = limits;
    }

    /** The reply to an event that has none. */
    static Outcome noReply() {
        return new Outcome.Replied(NONE);
    }

    /** What an item comes to that was found, in one place or, as its rows, in several. */
    Outcome outcome(List<JsonNode> values) throws UnreadableException {
        final List<JsonNode> rows = contract.many() ? elements(values) : values;
        if (rows.isEmpty()) {
            return subject.event() ? noReply() : Outcome.NOT_FOUND;
        }
        if (rows.size() > limits.rows()) {
            return limits.tooManyRows(subject);
        }
        final RowColumns columns = new RowColumns(
                contract.nested() == Nested.FLATTEN, contract.columns().keySet());
        final List<List<RowColumns.Cell>> taken = new ArrayList<>(rows.size());
        for (final JsonNode row : rows) {
            taken.add(columns.take(row));
        }
        for (final String declared : contract.columns().keySet()) {
            columns.column(declared);
        }
        return encode(columns.names(), taken);
    }

    /** A list is several rows, where an item may have several. */
    private static List<JsonNode> elements(List<JsonNode> values) {
        final List<JsonNode> rows = new ArrayList<>();
        for (final JsonNode value : values) {
            if (value.isArray()) {
                value.forEach(rows::add);
            } else {
                rows.add(value);
            }
        }
        return rows;
    }

    private Outcome encode(List<String> names, List<List<RowColumns.Cell>> rows) throws UnreadableException {
        final byte[] columns = columns(names);
        final List<ValueType> types =
                names.stream().map(contract.columns()::get).collect(ArrayList::new, List::add, List::addAll);
        final JsonNode[] cells = new JsonNode[names.size()];
        encoder.clear();
        for (final List<RowColumns.Cell> row : rows) {
            Arrays.fill(cells, null);
            row.forEach(cell -> cells[cell.column()] = cell.value());
            for (int i = 0; i < cells.length; i++) {
                encode(names.get(i), cells[i], types.get(i));
                if (columns.length + (long) encoder.size() > limits.bytes()) {
                    return limits.tooManyBytes(subject);
                }
            }
        }
        if (columns.length > limits.bytes()) {
            return limits.tooManyBytes(subject);
        }
        final EncodedRows encoded = new EncodedRows(columns, rows.size(), encoder.toBytes());
        return subject.event() ? new Outcome.Replied(encoded) : new Outcome.Found(encoded);
    }

    private void encode(String name, JsonNode value, ValueType type) throws UnreadableException {
        try {
            if (value == null) {
                encoder.nullValue();
            } else if (type == null) {
                ColumnValue.encode(value, encoder);
            } else {
                ColumnValue.encode(value, type, encoder);
            }
        } catch (final UnreadableException e) {
            throw new UnreadableException("column '" + Texts.shown(name) + "' " + e.getMessage());
        }
    }

    /** Most results of a response have the same columns. */
    private byte[] columns(List<String> names) throws UnreadableException {
        if (!names.equals(lastNames)) {
            try {
                lastColumns = KnownColumns.encode(names);
            } catch (final IllegalArgumentException e) {
                throw new UnreadableException("has a column whose name holds half a character");
            }
            lastNames = List.copyOf(names);
        }
        return lastColumns;
    }
}
