package dev.sluice.service.generated;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What one seed draws: a schema, settings of a gateway, and a program.
 *
 * @param known whether the tables and statements are those that are written down: then the database must take all of them
 */
record Case(long seed, Product product, Settings settings, boolean known, Schema schema, List<Step> steps) {

    /** In one of so many cases most conflicts are conflicts by row. */
    private static final int BY_ROW = 4;

    /** Less than what {@link Tally} takes for large: requests of one row cannot share as much as others. */
    private static final int MANY = 50;

    private static final int[] LIMITS = {1, 2, 3, 10, 100, 1_000};

    /** Of each type one, for arguments of a wrong one. */
    private static final List<Object> OTHERS =
            List.of(7L, "text", new BigDecimal("7.5"), true, LocalDate.of(2000, 2, 29), 2.5);

    /**
     * Settings of a gateway.
     *
     * @param perTransaction the most updates that share a transaction
     * @param each whether each update has a transaction of its own
     * @param atOnce whether all requests are there when it starts; if not, a third of them is answered before the others come
     * @param restarted whether it is stopped in the middle, and goes on after a restart
     */
    record Settings(
            int limit,
            int inFlight,
            int perTransaction,
            boolean exactlyOnce,
            boolean each,
            boolean snapshot,
            boolean atOnce,
            boolean restarted) {

        static Settings draw(Draw draw) {
            return new Settings(
                    LIMITS[draw.below(LIMITS.length)],
                    draw.of(1, 4),
                    LIMITS[draw.below(LIMITS.length)],
                    !draw.oneIn(4),
                    draw.oneIn(6),
                    draw.oneIn(7),
                    draw.oneIn(3),
                    draw.oneIn(4));
        }

        Settings oneAtATime() {
            return new Settings(1, 1, 1, exactlyOnce, each, snapshot, atOnce, restarted);
        }

        /** With chunks of many requests, whose statements a gateway knows. */
        Settings manyInAChunk() {
            return new Settings(MANY, inFlight, perTransaction, exactlyOnce, each, snapshot, false, restarted);
        }
    }

    Case {
        steps = List.copyOf(steps);
    }

    static Case draw(long seed, Product product) {
        final Draw draw = new Draw(seed * Product.values().length + product.ordinal());
        final Settings settings = Settings.draw(draw);
        final boolean known = draw.oneIn(3) || !product.drawsSchemas();
        final Schema schema = known ? KnownTables.schema(product, draw) : product.schema(draw);
        if (product.drawsSchemas() && draw.oneIn(BY_ROW)) {
            final RowPrograms programs = RowPrograms.of(schema, known, draw);
            final List<Step.Shape> shapes = programs.shapes().stream()
                    .map(shape -> declared(shape, draw))
                    .toList();
            return new Case(seed, product, settings.manyInAChunk(), known, schema, programs.steps(shapes));
        }
        final List<Step.Shape> shapes = known
                ? Templates.shapes(product.family(), draw)
                : new Statements(schema, product.family(), draw).shapes();
        final List<Step.Shape> declared =
                shapes.stream().map(shape -> declared(shape, draw)).toList();
        return new Case(seed, product, settings, known, schema, steps(declared, product, draw));
    }

    /** Some never share a call, and what some lookups find is kept. */
    private static Step.Shape declared(Step.Shape shape, Draw draw) {
        if (shape.role() == Step.Role.LOOKUP && draw.oneIn(2)) {
            return kept(shape);
        }
        return shape.role() != Step.Role.AD_HOC && draw.oneIn(10) ? shape.with("chunk: false") : shape;
    }

    /** With a cache. Nobody else writes the tables, so that it changes nothing. */
    static Step.Shape kept(Step.Shape lookup) {
        return lookup.with("cache: {entries: 20, ttl: 1m}");
    }

    /** Draws requests for some statements. */
    static List<Step> steps(List<Step.Shape> shapes, Product product, Draw draw) {
        final List<Step.Shape> reads =
                shapes.stream().filter(shape -> !shape.update()).toList();
        final List<Step.Shape> updates =
                shapes.stream().filter(Step.Shape::update).toList();
        final int updatesIn = draw.of(2, 2, 2, 8);
        final List<Step> steps = new ArrayList<>();
        final int size = 8 + draw.below(draw.oneIn(4) ? 80 : 40);
        while (steps.size() < size) {
            final List<Step.Shape> choice = updates.isEmpty() || !draw.oneIn(updatesIn) ? reads : updates;
            if (draw.oneIn(4)) {
                steps.addAll(alike(draw, draw.of(choice)));
                continue;
            }
            for (int i = draw.below(9); i >= 0; i--) {
                steps.add(step(draw.often(choice), product, draw));
            }
        }
        return steps;
    }

    private static Step step(Step.Shape shape, Product product, Draw draw) {
        final Object[] arguments = shape.parameters().stream()
                .map(kind -> {
                    final boolean wrong = draw.oneIn(50) && product.decidesOnWrongTypes();
                    return draw.oneIn(50) ? null : wrong ? draw.of(OTHERS) : kind.draw(draw);
                })
                .toArray();
        return switch (draw.below(120)) {
            case 0 -> new Step(Step.Shape.UNHEARD_OF, arguments);
            case 1 -> new Step(shape, Arrays.copyOf(arguments, arguments.length + 1));
            default -> new Step(shape, arguments);
        };
    }

    /** Requests of one statement with all values there are: so many of different rows may be run as one statement. */
    private static List<Step> alike(Draw draw, Step.Shape shape) {
        final List<List<Object>> values = shape.parameters().stream()
                .map(kind -> draw.shuffled(kind.values()))
                .toList();
        return IntStream.range(0, 8 + draw.below(8))
                .mapToObj(i -> new Step(
                        shape,
                        values.stream().map(all -> all.get(i % all.size())).toArray()))
                .toList();
    }

    Case with(List<Step> others) {
        return new Case(seed, product, settings, known, schema, others);
    }

    Case with(Schema other) {
        return new Case(seed, product, settings, known, other, steps);
    }

    Case oneAtATime() {
        return new Case(seed, product, settings.oneAtATime(), known, schema, steps);
    }

    Set<Step.Shape> shapes() {
        final Set<Step.Shape> shapes = new LinkedHashSet<>();
        steps.forEach(step -> shapes.add(step.shape()));
        shapes.remove(Step.Shape.UNHEARD_OF);
        return shapes;
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("seed " + seed + " on " + product + ", " + settings);
        schema.ddl().forEach(statement -> text.append("\n  ").append(statement).append(';'));
        steps.forEach(step -> text.append("\n  ").append(step));
        return text.toString();
    }
}
