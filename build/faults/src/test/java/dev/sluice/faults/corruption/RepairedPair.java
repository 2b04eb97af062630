package dev.sluice.faults.corruption;

import dev.sluice.api.RequestKind;
import dev.sluice.faults.corruption.Contents.Message;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.prove.Findings;
import dev.sluice.replay.prove.Verifier;
import dev.sluice.replay.repair.Diagnosis;
import dev.sluice.replay.repair.Finding;
import dev.sluice.replay.repair.Repair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** A damaged copy of a pair: repairs it, perhaps broken off again and again, and holds what comes of it against the original. */
final class RepairedPair {

    /** The end of a process in the middle. */
    private static final class BrokenOff extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final String FILLED = "The result was lost";

    private final Path original;
    private final Path copy;
    private final Examination.Expected expected;
    private final List<String> wrong = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> lost = new HashSet<>();
    private boolean open;

    RepairedPair(Path original, Path copy, Examination.Expected expected) {
        this.original = original;
        this.copy = copy;
        this.expected = expected;
    }

    List<String> wrong() {
        return wrong;
    }

    List<String> said() {
        return findings.stream()
                .map(finding -> finding.kind() + " " + finding.where() + " " + finding.what() + " " + finding.lost())
                .toList();
    }

    /**
     * @param refused whether its damage must be refused; one that need not be may be, where nothing says what was lost
     * @param breaks where it is broken off; null if it is not
     */
    String examine(boolean refused, Random breaks) throws IOException {
        final Set<String> whole = wholeRequests();
        final Map<Path, byte[]> before = files();
        try {
            final Diagnosis left = repair(breaks);
            findings.addAll(left.findings());
            left.findings().forEach(this::noteLost);
            if (left.isRefused()) {
                checkUntouched(before);
                return "refused";
            }
            if (refused) {
                wrong.add("not refused");
            }
            if (!left.isClean()) {
                checkMayNeedOperator(left);
                return "operator";
            }
            check(whole);
        } catch (final RuntimeException | Error e) {
            wrong.add(e + " " + Arrays.asList(e.getStackTrace()).subList(0, 8));
        }
        return findings.isEmpty() ? "harmless" : "repaired";
    }

    private Diagnosis repair(Random breaks) throws IOException {
        while (true) {
            try {
                return new Repair(
                                copy,
                                bytes -> {},
                                finding -> {
                                    findings.add(finding);
                                    noteLost(finding);
                                },
                                place -> {
                                    if (breaks != null && breaks.nextInt(4) == 0) {
                                        throw new BrokenOff();
                                    }
                                })
                        .apply();
            } catch (final BrokenOff e) {
                // again
            }
        }
    }

    private void noteLost(Finding finding) {
        for (final String range : finding.lost()) {
            final String[] ends = range.substring(range.indexOf(' ') + 1).split("\\.\\.", 2);
            final String side = range.substring(0, range.indexOf(' ') + 1);
            final long from = Long.parseLong(ends[0].split(":")[1]);
            open |= ends.length == 2 && ends[1].isEmpty();
            final long to =
                    ends.length == 1 ? from : ends[1].isEmpty() ? from + 2000 : Long.parseLong(ends[1].split(":")[1]);
            for (long number = from; number <= to; number++) {
                lost.add(side + ends[0].split(":")[0] + ":" + number);
            }
        }
    }

    /** A refusal names a file and what to bring back, and changes nothing. */
    private void checkUntouched(Map<Path, byte[]> before) throws IOException {
        final Map<Path, byte[]> after = files();
        if (!before.keySet().equals(after.keySet())
                || !before.entrySet().stream()
                        .allMatch(file -> Arrays.equals(file.getValue(), after.get(file.getKey())))) {
            wrong.add("refused, and changed");
        }
        findings.stream()
                .filter(finding -> finding.kind() == Finding.Kind.REFUSED)
                .filter(finding -> !finding.where().matches("(in|out)/[^ ]+")
                        || !finding.remedy().contains("bring"))
                .forEach(finding -> wrong.add("does not say what to bring back: " + finding));
    }

    private Map<Path, byte[]> files() throws IOException {
        final Map<Path, byte[]> files = new HashMap<>();
        try (Stream<Path> all = Files.walk(copy)) {
            for (final Path file : all.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().endsWith(".lock"))
                    .toList()) {
                files.put(file, Files.readAllBytes(file));
            }
        }
        return files;
    }

    /** Single damages to messages never need one. */
    private void checkMayNeedOperator(Diagnosis left) {
        left.findings().stream()
                .filter(finding -> finding.kind() != Finding.Kind.KNOWN)
                .filter(finding ->
                        finding.kind() == Finding.Kind.REPAIR || finding.where().endsWith(".cq4"))
                .forEach(finding -> wrong.add("left: " + finding));
    }

    private void check(Set<String> whole) throws IOException {
        final List<Message> requests;
        final List<Message> results;
        try (QueuePair queues = QueuePair.open(copy, Original.OPTIONS)) {
            Drain.answerAll(queues);
            final Contents readRequests = Contents.ofRequests(queues);
            final Contents readResults = Contents.ofResults(queues, false);
            readRequests.error().ifPresent(error -> wrong.add("requests: " + error));
            readResults.error().ifPresent(error -> wrong.add("results: " + error));
            Contents.ofResults(queues, true).error().ifPresent(error -> wrong.add("named reader: " + error));
            requests = readRequests.messages();
            results = readResults.messages();
            try (InputWriter writer = queues.newWriter(Original.NAMED)) {
                writer.append(RequestKind.LOOKUP, Map.of(), "echo", "after");
            }
            Drain.answerAll(queues);
            verify(queues);
        }
        compare("requests", requests, expected.requests(), whole, false);
        compare("results", results, expected.complete(), Set.of(), true);
        final Diagnosis again = Diagnosis.of(copy, bytes -> {});
        if (!again.isClean()) {
            wrong.add("again: " + again.findings());
        }
    }

    private void verify(QueuePair queues) {
        final List<String> violations = new ArrayList<>();
        try (Verifier verifier = new Verifier(queues, new Findings(violations::add, 1_000))) {
            verifier.run(requests -> {});
        }
        for (final String violation : violations) {
            final boolean said = lost.contains(violation.substring(0, violation.indexOf("  ")))
                    || lost.stream().anyMatch(place -> violation.contains(place + ","))
                    || violation.contains("says that its request was written at another time");
            if (!said) {
                wrong.add("not said: " + violation);
            }
        }
    }

    private void compare(String who, List<Message> found, List<Message> all, Set<String> whole, boolean answers) {
        final Map<String, Message> byPosition = new HashMap<>();
        String before = "";
        for (final Message message : found) {
            if (byPosition.put(message.position(), message) != null) {
                wrong.add(who + ": twice " + message.position());
            }
            if (compare(before, message.position()) >= 0) {
                wrong.add(who + ": " + message.position() + " behind " + before);
            }
            before = message.position();
        }
        for (final Message message : all) {
            final Message its = byPosition.remove(message.position());
            final boolean said = lost.contains("in " + message.position());
            if (its == null && !(said || isDeleted(message))) {
                wrong.add(who + ": nothing at " + message.position());
            } else if (its != null && !text(its).equals(text(message))) {
                final boolean filled = answers
                        && its.text().startsWith(FILLED)
                        && lost.stream().anyMatch(at -> at.startsWith("out"));
                if (whole.contains(message.position()) || !said && !filled) {
                    wrong.add(who + ": " + its + " in place of " + message + (said ? "; said to be lost" : ""));
                }
            } else if (its == null && whole.contains(message.position())) {
                wrong.add(who + ": whole and gone: " + message.position());
            }
        }
        // What was lost, as far as anybody knows, may be more than there was.
        byPosition.values().stream()
                .filter(message -> !message.unreadable())
                .forEach(message -> wrong.add(who + ": one too many: " + message));
    }

    /** After a lost file, of which nobody knows how many requests it had, results have other running numbers. */
    private String text(Message message) {
        return open ? message.text().replaceFirst("^result \\d+ ", "") : message.text();
    }

    /** The oldest ones, all answered, may be noted as deleted. */
    private boolean isDeleted(Message message) {
        return findings.stream()
                .anyMatch(finding ->
                        finding.remedy().startsWith("note it as deleted") && Position.cycle(message.position()) >= 0);
    }

    private static int compare(String one, String other) {
        if (one.isEmpty()) {
            return -1;
        }
        final int cycles = Long.compare(Position.cycle(one), Position.cycle(other));
        return cycles == 0 ? Long.compare(Position.number(one), Position.number(other)) : cycles;
    }

    private static final class Position {
        static long cycle(String text) {
            return Long.parseLong(text.split(":")[0]);
        }

        static long number(String text) {
            return Long.parseLong(text.split(":")[1]);
        }
    }

    /** The positions of the requests whose bytes are those of the original. */
    private Set<String> wholeRequests() throws IOException {
        final Set<String> whole = new HashSet<>();
        int next = 0;
        try (Stream<Path> files = Files.list(original.resolve("in"))) {
            for (final Path file : files.filter(path -> path.toString().endsWith(".cq4"))
                    .sorted()
                    .toList()) {
                final byte[] before = Files.readAllBytes(file);
                final Path damaged = copy.resolve("in").resolve(file.getFileName());
                final byte[] after = Files.exists(damaged) ? Files.readAllBytes(damaged) : new byte[0];
                for (final int at : RollFileMap.of(before).documents()) {
                    final String position = expected.requests().get(next++).position();
                    final int length = 4
                            + java.nio.ByteBuffer.wrap(before)
                                    .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                                    .getInt(at);
                    if (at + length <= after.length && Arrays.equals(before, at, at + length, after, at, at + length)) {
                        whole.add(position);
                    }
                }
            }
        }
        return whole;
    }
}
