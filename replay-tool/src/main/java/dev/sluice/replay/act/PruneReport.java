package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.queue.retention.Retention.Verdict;
import dev.sluice.internal.queue.retention.Retention.Verdict.Fate;
import dev.sluice.internal.text.TextTable;
import dev.sluice.replay.look.Amounts;
import java.util.List;

/**
 * What became of the roll files, or would.
 *
 * @param verdicts one for each, those of the input first, from the oldest to the newest
 * @param dryRun whether nothing was deleted
 */
public record PruneReport(List<Verdict> verdicts, boolean dryRun) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Whether there are files that are old enough, and stay because somebody needs them. */
    public boolean isObstructed() {
        return verdicts.stream().anyMatch(verdict -> verdict.fate() == Fate.NEEDED);
    }

    private long freed() {
        return verdicts.stream()
                .filter(Verdict::deletable)
                .mapToLong(Verdict::bytes)
                .sum();
    }

    private static String name(Verdict verdict) {
        return verdict.file().getParent().getFileName() + "/" + verdict.file().getFileName();
    }

    /** For people: a line for each file, and one for all. */
    public String text() {
        final TextTable files = new TextTable("FILE", "SIZE", "", "WHY");
        verdicts.forEach(verdict ->
                files.add(name(verdict), Amounts.bytes(verdict.bytes()), fate(verdict), verdict.explanation()));
        final long deleted = verdicts.stream().filter(Verdict::deletable).count();
        return files.text() + (dryRun ? "would free " : "freed ") + Amounts.bytes(freed()) + ": "
                + (dryRun ? "" : "deleted ") + deleted + " of " + verdicts.size() + " files"
                + (dryRun ? "; nothing was deleted: --dry-run" : "") + System.lineSeparator();
    }

    private String fate(Verdict verdict) {
        if (verdict.deletable()) {
            return dryRun ? "would go" : "deleted";
        }
        return "stays";
    }

    /** For programs: one object. Members are only ever added; sizes in bytes. */
    public String json() {
        final ObjectNode json = MAPPER.createObjectNode();
        json.put("dryRun", dryRun).put("freed", freed());
        final ArrayNode files = json.putArray("files");
        verdicts.forEach(verdict -> files.addObject()
                .put("file", name(verdict))
                .put("bytes", verdict.bytes())
                .put("goes", verdict.deletable())
                .put("fate", verdict.fate().name())
                .put("why", verdict.explanation()));
        return json.toString();
    }
}
