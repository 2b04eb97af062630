package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.text.TextTable;
import java.util.Locale;
import java.util.Optional;

/**
 * What a redrive says, for people or for programs.
 *
 * @param dryRun whether nothing was written
 * @param awaited what came of them, if that was waited for
 */
public record RedriveReport(RedrivePlan plan, boolean dryRun, Optional<Awaited> awaited) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A table, what is left out, and how to go on. */
    public String text(String queues) {
        final StringBuilder out = new StringBuilder();
        if (!plan.groups().isEmpty()) {
            final TextTable table = new TextTable("NAME", "FAILED WITH", "REQUESTS", "UPDATES", "FIRST", "LAST");
            plan.groups()
                    .forEach(group -> table.add(
                            group.name(),
                            group.failure().name(),
                            number(group.requests()),
                            number(group.updates()),
                            group.first().toString(),
                            group.last().toString()));
            out.append(table.text());
        }
        for (final Judgement judgement : Judgement.values()) {
            if (judgement != Judgement.WRITE && plan.count(judgement) > 0) {
                line(out, "left out: " + number(plan.count(judgement)) + " " + judgement.text());
            }
        }
        line(out, conclusion());
        if (plan.firstWritten().isPresent() && awaited.isEmpty()) {
            line(
                    out,
                    "their results: sluice cat both --queues " + queues + " --from "
                            + plan.firstWritten().get() + " --to "
                            + plan.lastWritten().orElseThrow());
        }
        awaited.ifPresent(results -> results.counts()
                .forEach((name, counts) -> counts.forEach(
                        (outcome, count) -> line(out, "'" + name + "' " + outcome + ": " + number(count)))));
        return out.toString();
    }

    private String conclusion() {
        if (dryRun) {
            return number(plan.count(Judgement.WRITE)) + " would be written again; nothing was written: --dry-run";
        }
        if (plan.firstWritten().isEmpty()) {
            return "nothing was written again";
        }
        return number(plan.count(Judgement.WRITE)) + " written again, from "
                + plan.firstWritten().get() + " to " + plan.lastWritten().orElseThrow();
    }

    private static void line(StringBuilder out, String text) {
        out.append(text).append(System.lineSeparator());
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** One object on one line; members are only ever added. */
    public String json() {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("dryRun", dryRun);
        line.put("requests", plan.count(Judgement.WRITE));
        plan.firstWritten().ifPresent(first -> line.put("first", first.toString()));
        plan.lastWritten().ifPresent(last -> line.put("last", last.toString()));
        final ArrayNode groups = line.putArray("groups");
        plan.groups()
                .forEach(group -> groups.addObject()
                        .put("name", group.name())
                        .put("failure", group.failure().name())
                        .put("requests", group.requests())
                        .put("updates", group.updates())
                        .put("first", group.first().toString())
                        .put("last", group.last().toString()));
        final ObjectNode leftOut = line.putObject("leftOut");
        for (final Judgement judgement : Judgement.values()) {
            if (judgement != Judgement.WRITE) {
                leftOut.put(judgement.name().toLowerCase(Locale.ROOT), plan.count(judgement));
            }
        }
        awaited.ifPresent(results -> {
            final ObjectNode names = line.putObject("results");
            results.counts().forEach((name, counts) -> {
                final ObjectNode outcomes = names.putObject(name);
                counts.forEach(outcomes::put);
            });
        });
        return line.toString();
    }
}
