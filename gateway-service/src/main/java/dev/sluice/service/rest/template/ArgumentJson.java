package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/** A value as JSON: numbers and flags as such, everything else as text. */
final class ArgumentJson {

    private ArgumentJson() {}

    static void write(JsonGenerator json, Object value) throws IOException, UnaskableException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (value instanceof Double number) {
            json.writeNumber(ArgumentText.finite(number));
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof double[] numbers) {
            json.writeStartArray();
            for (final double number : numbers) {
                json.writeNumber(ArgumentText.finite(number));
            }
            json.writeEndArray();
        } else {
            json.writeString(ArgumentText.of(value));
        }
    }

    /** A key: its only part, or the list of them. */
    static void writeKey(JsonGenerator json, List<Object> values) throws IOException, UnaskableException {
        if (values.size() == 1) {
            writeArgument(json, values, 0);
            return;
        }
        json.writeStartArray();
        for (int i = 0; i < values.size(); i++) {
            writeArgument(json, values, i);
        }
        json.writeEndArray();
    }

    static void writeArgument(JsonGenerator json, List<Object> values, int index)
            throws IOException, UnaskableException {
        try {
            write(json, values.get(index));
        } catch (final UnaskableException e) {
            throw new UnaskableException("argument " + (index + 1) + " " + e.getMessage());
        }
    }
}
