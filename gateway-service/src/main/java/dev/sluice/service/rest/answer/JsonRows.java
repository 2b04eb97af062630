package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.FailureKind;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.service.config.ContractConfig.Answer;
import dev.sluice.service.config.ContractConfig.Nested;
import dev.sluice.service.config.LimitsConfig;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.answer.ColumnValue.UnreadableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Converts the JSON values of one item to the rows of its result. Each response needs its own instance. Not thread-safe.
 */
final class JsonRows {

    private static final EncodedRows NONE = new EncodedRows(KnownColumns.encode(List.of()), 0, new byte[0]);

    private final Subject subject;
    private final Answer contract;
    private final LimitsConfig limits;
    private final Encoder encoder = new Encoder();
    private List<String> lastNames = List.of();
    private List<ValueType> lastTypes = List.of();
    private byte[] lastColumns = KnownColumns.encode(List.of());

    JsonRows(Subject subject, Answer contract, LimitsConfig limits) {
        this.subject = subject;
        this.contract = contract;
        this.limits = limits;
    }

    /** Returns the outcome of an event without a reply. */
    static Outcome noReply() {
        return new Outcome.Replied(NONE);
    }

    /** Returns the outcome of an item with one value, or with one value for each of its rows. */
    Outcome outcome(List<JsonNode> values) throws UnreadableException {
        final List<JsonNode> rows = contract.many() ? elements(values) : values;
        if (rows.isEmpty()) {
            return subject.event() ? noReply() : Outcome.NOT_FOUND;
        }
        if (rows.size() > limits.resultRows()) {
            return tooLarge(limits.resultRows() + " rows, the most that limits.resultRows");
        }
        if (rows.size() == 1 && likeTheLast(rows.get(0))) {
            return encodeLikeTheLast(rows.get(0));
        }
        final Columns columns = new Columns(
                subject, contract.nested() == Nested.FLATTEN, contract.columns().keySet());
        final List<Map<String, JsonNode>> taken = new ArrayList<>(rows.size());
        for (final JsonNode row : rows) {
            taken.add(columns.take(row));
        }
        for (final String declared : contract.columns().keySet()) {
            columns.add(declared);
        }
        return encode(columns.names(), taken);
    }

    private Outcome tooManyBytes() throws UnreadableException {
        return tooLarge(limits.resultBytes() + " bytes, the most that limits.resultBytes");
    }

    /**
     * Returns the failure of a lookup whose result is too large. Throws for an event, because the service has already accepted
     * it.
     */
    private Outcome tooLarge(String most) throws UnreadableException {
        if (subject.event()) {
            throw new UnreadableException("has more than " + most + " allows: raise this limit");
        }
        return Outcome.failed(
                FailureKind.TOO_LARGE,
                subject + " answers with more than " + most + " allows: request less, or raise this limit");
    }

    /** Whether a row is an object with exactly the columns of the previous row. If so, the names need not be checked again. */
    private boolean likeTheLast(JsonNode row) {
        if (lastNames.isEmpty() || row.size() != lastNames.size() || !row.isObject()) {
            return false;
        }
        int column = 0;
        for (final Map.Entry<String, JsonNode> field : row.properties()) {
            if (field.getValue().isObject() || !field.getKey().equals(lastNames.get(column))) {
                return false;
            }
            column++;
        }
        return true;
    }

    private Outcome encodeLikeTheLast(JsonNode row) throws UnreadableException {
        encoder.clear();
        int column = 0;
        for (final JsonNode value : row) {
            encode(lastNames.get(column), value, lastTypes.get(column));
            column++;
        }
        return lastColumns.length + (long) encoder.size() > limits.resultBytes() ? tooManyBytes() : encoded(1);
    }

    /** Returns the rows of an item that may have several rows. Each element of a list is a row. */
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

    private Outcome encode(List<String> names, List<Map<String, JsonNode>> rows) throws UnreadableException {
        final byte[] columns = columns(names);
        encoder.clear();
        for (final Map<String, JsonNode> row : rows) {
            for (int i = 0; i < names.size(); i++) {
                encode(names.get(i), row.get(names.get(i)), lastTypes.get(i));
                if (columns.length + (long) encoder.size() > limits.resultBytes()) {
                    return tooManyBytes();
                }
            }
        }
        if (columns.length > limits.resultBytes()) {
            return tooManyBytes();
        }
        return encoded(rows.size());
    }

    private Outcome encoded(int rows) {
        final EncodedRows encoded = new EncodedRows(lastColumns, rows, encoder.toBytes());
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
            throw new UnreadableException("column '" + subject.shown(name) + "' " + e.getMessage());
        }
    }

    /**
     * Returns the encoded columns. The columns that were encoded last are reused, because most results of a response have the
     * same columns.
     */
    private byte[] columns(List<String> names) throws UnreadableException {
        if (!names.equals(lastNames)) {
            try {
                lastColumns = KnownColumns.encode(names);
            } catch (final IllegalArgumentException e) {
                throw new UnreadableException("the name of a column has an unpaired surrogate");
            }
            lastNames = List.copyOf(names);
            lastTypes = new ArrayList<>();
            names.forEach(name -> lastTypes.add(contract.columns().get(name)));
        }
        return lastColumns;
    }

    /** Splits JSON values into columns, and collects the columns of all rows in the order in which they first occur. */
    private static final class Columns {

        /** The column name for a value that is not an object. */
        private static final String VALUE = "value";

        private final Subject subject;
        private final boolean flatten;
        private final Set<String> declared;
        /** The column names in the spelling that occurred first, by their lower-case forms. */
        private final Map<String, String> names = new LinkedHashMap<>();

        /**
         * @param flatten whether the fields of a nested object become separate columns
         * @param declared the declared columns; an object in such a column is never split, because it is an error
         */
        Columns(Subject subject, boolean flatten, Set<String> declared) {
            this.subject = subject;
            this.flatten = flatten;
            this.declared = declared;
        }

        List<String> names() {
            return List.copyOf(names.values());
        }

        /** Returns the values of a row by their columns. */
        Map<String, JsonNode> take(JsonNode row) throws UnreadableException {
            final Map<String, JsonNode> cells = new HashMap<>();
            if (row.isObject()) {
                takeFields("", row, cells);
            } else {
                take(VALUE, row, cells);
            }
            return cells;
        }

        private void takeFields(String prefix, JsonNode object, Map<String, JsonNode> cells)
                throws UnreadableException {
            for (final Map.Entry<String, JsonNode> field : object.properties()) {
                final String name = prefix + field.getKey();
                if (flatten && field.getValue().isObject() && !declared.contains(name)) {
                    takeFields(name + ".", field.getValue(), cells);
                } else {
                    take(name, field.getValue(), cells);
                }
            }
        }

        private void take(String name, JsonNode value, Map<String, JsonNode> cells) throws UnreadableException {
            add(name);
            if (cells.put(name, value) != null) {
                throw new UnreadableException("the column '" + subject.shown(name) + "' occurs twice");
            }
        }

        /** Adds a column if it is new. */
        void add(String name) throws UnreadableException {
            final String known = names.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (known != null && !known.equals(name)) {
                throw new UnreadableException("columns differ only in upper and lower case, '" + subject.shown(known)
                        + "' and '" + subject.shown(name) + "'");
            }
        }
    }
}
