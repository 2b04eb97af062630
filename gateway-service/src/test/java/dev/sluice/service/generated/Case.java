package dev.sluice.service.generated;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What one seed draws: a schema, settings of a gateway, and a program. */
record Case(long seed, Product product, Settings settings, Schema schema, List<Step> steps) {

    private static final int[] LIMITS = {1, 3, 10, 100, 1_000};

    /** @param perTransaction the most updates that share a transaction */
    record Settings(int limit, int inFlight, int perTransaction, boolean exactlyOnce, boolean atOnce) {}

    Case {
        steps = List.copyOf(steps);
    }

    static Case draw(long seed, Product product) {
        final Draw draw = new Draw(seed * Product.values().length + product.ordinal());
        final Settings settings = new Settings(
                LIMITS[draw.below(LIMITS.length)],
                draw.of(1, 4),
                LIMITS[draw.below(LIMITS.length)],
                !draw.oneIn(4),
                !draw.oneIn(4));
        final Schema schema = product.schema(draw);
        final List<Step.Shape> shapes = new Statements(schema, product, draw).shapes();
        final List<Step> steps = new ArrayList<>();
        final int size = 8 + draw.below(40);
        while (steps.size() < size) {
            final boolean updates = draw.oneIn(2);
            final List<Step.Shape> choice =
                    shapes.stream().filter(shape -> shape.update() == updates).toList();
            if (draw.oneIn(4)) {
                steps.addAll(alike(draw, draw.of(choice)));
                continue;
            }
            for (int i = draw.below(9); i >= 0; i--) {
                final Step.Shape shape = draw.often(choice);
                steps.add(new Step(
                        shape,
                        shape.parameters().stream()
                                .map(kind -> draw.oneIn(50) ? null : kind.draw(draw))
                                .toArray()));
            }
        }
        return new Case(seed, product, settings, schema, steps);
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
        return new Case(seed, product, settings, schema, others);
    }

    Case with(Schema other) {
        return new Case(seed, product, settings, other, steps);
    }

    Set<Step.Shape> shapes() {
        final Set<Step.Shape> shapes = new LinkedHashSet<>();
        steps.forEach(step -> shapes.add(step.shape()));
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
