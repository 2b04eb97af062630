package dev.sluice.service.generated;

import dev.sluice.testsupport.SourceChange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A proof that looks away, and a program by which plain JDBC tells.
 *
 * @param what is not looked at
 * @param product on which the program is run
 * @param change of the gateway's source
 * @param schema what the program needs
 * @param lines the requests of a round
 */
record ProofMutant(String what, Product product, SourceChange change, List<String> schema, List<Line> lines) {

    private static final int ROUNDS = 40;
    private static final Case.Settings SETTINGS = new Case.Settings(100, 1, 100, true, false, false, true, false);

    /** One request of each round; its arguments follow from the number of the round. */
    record Line(boolean update, String sql, LongFunction<List<Object>> arguments) {}

    ProofMutant(String what, Product product, SourceChange change, String schema, Line... lines) {
        this(what, product, change, List.of(schema.strip().split(";\\s*\\n")), List.of(lines));
    }

    static Line read(String sql, LongFunction<Object> argument) {
        return new Line(false, sql, round -> List.of(argument.apply(round)));
    }

    static Line update(String sql, LongFunction<List<Object>> arguments) {
        return new Line(true, sql, arguments);
    }

    Case program() {
        final List<Step.Shape> shapes = new ArrayList<>();
        for (final Line line : lines) {
            final List<Kind> kinds =
                    line.arguments().apply(0).stream().map(ProofMutant::kind).toList();
            shapes.add(
                    new Step.Shape(shapes.size(), Step.Role.STATEMENT, line.update(), line.sql(), kinds, false, true));
        }
        final List<Step> steps = LongStream.range(0, ROUNDS)
                .boxed()
                .flatMap(round -> shapes.stream()
                        .map(shape -> new Step(
                                shape,
                                lines.get(shape.number())
                                        .arguments()
                                        .apply(round)
                                        .toArray())))
                .toList();
        final List<String> contents = schema.stream()
                .filter(sql -> sql.startsWith("CREATE TABLE"))
                .map(sql -> "SELECT * FROM " + sql.split("\\s+")[2])
                .toList();
        return new Case(0, product, SETTINGS, false, new Schema(schema, List.of(), List.of(), contents), steps);
    }

    private static Kind kind(Object argument) {
        if (argument instanceof Long) {
            return Kind.NUMBER;
        }
        return argument instanceof BigDecimal ? Kind.AMOUNT : Kind.texts("text");
    }

    @Override
    public String toString() {
        return product + ": " + what;
    }

    static Stream<ProofMutant> all() {
        return ProofMutants.ALL.stream();
    }
}
