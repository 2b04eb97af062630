package dev.sluice.service.pending;

import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/** A short text that is the same for equal values only, in every process: a hash of what records and collections hold. */
final class Fingerprint {

    private static final int BYTES = 16;

    private Fingerprint() {}

    static String of(Object... values) {
        final StringJoiner text = new StringJoiner(",");
        for (final Object value : values) {
            text.add(written(value));
        }
        try {
            final byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Sets and maps are in no order of their own, and in another one in each process. */
    private static String written(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(Fingerprint::written).orElse("-");
        }
        if (value instanceof Map<?, ?> map) {
            final Map<String, String> sorted = new TreeMap<>();
            map.forEach((key, its) -> sorted.put(written(key), written(its)));
            return sorted.toString();
        }
        if (value instanceof Set<?> set) {
            final Set<String> sorted = new TreeSet<>();
            set.forEach(one -> sorted.add(written(one)));
            return sorted.toString();
        }
        if (value instanceof Collection<?> collection) {
            return collection.stream().map(Fingerprint::written).toList().toString();
        }
        return value instanceof Record record ? written(record) : "'" + value + "'";
    }

    private static String written(Record record) {
        final StringJoiner text = new StringJoiner(",", "{", "}");
        for (final RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                text.add(component.getName() + "="
                        + written(component.getAccessor().invoke(record)));
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException("a record of the configuration hides " + component, e);
            }
        }
        return text.toString();
    }
}
