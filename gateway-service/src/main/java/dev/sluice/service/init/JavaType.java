package dev.sluice.service.init;

/**
 * How a written project has the values of a {@link dev.sluice.api.ValueType} of the same name.
 *
 * @see dev.sluice.api.ValueType
 */
enum JavaType {
    BOOLEAN("boolean", "Boolean", "", "rows.getBoolean(%d)", "false", "true"),
    LONG("long", "Long", "", "rows.getLong(%d)", "1L", "2L"),
    DOUBLE("double", "Double", "", "rows.getDouble(%d)", "1.5", "2.5"),
    DECIMAL("java.math.BigDecimal", "rows.getBigDecimal(%d)", "new BigDecimal(\"1.5\")", "new BigDecimal(\"2.5\")"),
    TEXT("String", "String", "", "rows.getString(%d)", "\"a\"", "\"b\""),
    BYTES("byte[]", "byte[]", "", "rows.getBytes(%d)", "new byte[] {1}", "new byte[] {2}"),
    DATE(
            "java.time.LocalDate",
            "rows.getObject(%d, LocalDate.class)",
            "LocalDate.of(2026, 1, 1)",
            "LocalDate.of(2026, 1, 2)"),
    TIME("java.time.LocalTime", "rows.getObject(%d, LocalTime.class)", "LocalTime.of(1, 0)", "LocalTime.of(2, 0)"),
    TIMESTAMP(
            "java.time.LocalDateTime",
            "rows.getObject(%d, LocalDateTime.class)",
            "LocalDateTime.of(2026, 1, 1, 0, 0)",
            "LocalDateTime.of(2026, 1, 2, 0, 0)"),
    INSTANT(
            "java.time.Instant",
            "rows.getObject(%d, java.time.OffsetDateTime.class).toInstant()",
            "Instant.ofEpochSecond(1)",
            "Instant.ofEpochSecond(2)"),
    UUID("java.util.UUID", "rows.getObject(%d, UUID.class)", "new UUID(0, 1)", "new UUID(0, 2)"),
    DOUBLES("double[]", "double[]", "", "", "new double[] {1.5}", "new double[] {2.5}");

    private final String primitive;
    private final String boxed;
    private final String imported;
    private final String read;
    private final String first;
    private final String second;

    JavaType(String imported, String read, String first, String second) {
        this(
                imported.substring(imported.lastIndexOf('.') + 1),
                imported.substring(imported.lastIndexOf('.') + 1),
                imported,
                read,
                first,
                second);
    }

    /**
     * @param primitive the type of a value that is not null
     * @param boxed the type of a value that may be null
     * @param imported the class to import; empty if there is none
     * @param read the expression that reads a column of a result set, by its number
     * @param first a value
     * @param second another value
     */
    JavaType(String primitive, String boxed, String imported, String read, String first, String second) {
        this.primitive = primitive;
        this.boxed = boxed;
        this.imported = imported;
        this.read = read;
        this.first = first;
        this.second = second;
    }

    String named(boolean nullable) {
        return nullable ? boxed : primitive;
    }

    String imported() {
        return imported;
    }

    String read(int column) {
        return read.formatted(column);
    }

    /** Returns an expression of one of two values. */
    String sample(boolean other) {
        return other ? second : first;
    }

    /** Whether the text of a value tells all of it. */
    boolean hasText() {
        return this != BYTES && this != DOUBLES;
    }
}
