package dev.sluice.replay.repair.salvage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * Finds the files of a pair whose messages belong elsewhere: copies of others, files of other queues, files under another's
 * name. Requests and results prove each other: a result says at which position which request was.
 */
final class MisplacedFiles {

    /**
     * A file that holds other messages than belong there.
     *
     * @param why in words
     * @param certain whether all that can be read in it is where it belongs, in another file
     */
    record Misplaced(String why, boolean certain) {}

    /** How many results of a file say that the requests of another are right, and how many that they are wrong. */
    private static final class Votes {
        private long right;
        private long wrong;

        private boolean isAgainst() {
            return wrong > right;
        }
    }

    private final DamagedQueue input;
    private final DamagedQueue output;
    private final LongConsumer progress;
    private final NavigableMap<Integer, FileContents> requests = new TreeMap<>();
    private final NavigableMap<Integer, FileContents> results = new TreeMap<>();
    /** By the file of the results, then by that of the requests. */
    private final Map<Integer, Map<Integer, Votes>> votes = new HashMap<>();

    private long bytes;

    private MisplacedFiles(DamagedQueue input, DamagedQueue output, LongConsumer progress) {
        this.input = input;
        this.output = output;
        this.progress = progress;
    }

    /** Tells both queues which of their files are out of place. */
    static void find(DamagedQueue input, DamagedQueue output, LongConsumer progress) {
        new MisplacedFiles(input, output, progress).find();
    }

    private void find() {
        read(input, requests);
        read(output, results);
        input.knowNewer(requests.values());
        output.knowNewer(results.values());
        final Set<Integer> wrongRequests = wrongRequests();
        final Set<Integer> rightRequests = new HashSet<>();
        requests.keySet().stream()
                .filter(cycle -> votesOn(cycle).right > votesOn(cycle).wrong)
                .forEach(rightRequests::add);
        final FileOrder ofRequests = order(input, requests, wrongRequests, rightRequests);
        final Set<Integer> wrongResults = new HashSet<>();
        for (final FileContents file : results.values()) {
            final Votes its = new Votes();
            votes.getOrDefault(file.cycle(), Map.of()).forEach((cycle, some) -> {
                if (ofRequests.kept().contains(requests.get(cycle))) {
                    its.right += some.right;
                    its.wrong += some.wrong;
                }
            });
            if (its.isAgainst()) {
                wrongResults.add(file.cycle());
            }
        }
        final FileOrder ofResults = order(output, results, wrongResults, Set.of());
        input.know(ofRequests.kept(), misplaced(input, requests, ofRequests, ofResults, wrongRequests));
        output.know(ofResults.kept(), misplaced(output, results, ofResults, ofRequests, wrongResults));
    }

    private void read(DamagedQueue queue, NavigableMap<Integer, FileContents> into) {
        final NavigableMap<Integer, Path> files = queue.files();
        for (final Map.Entry<Integer, Path> file : files.entrySet()) {
            final int cycle = file.getKey();
            into.put(
                    cycle,
                    queue.contents(file.getValue(), cycle, cycle < files.lastKey(), document -> vote(cycle, document)));
            bytes += file.getValue().toFile().length();
            progress.accept(bytes);
        }
    }

    private void vote(int file, SalvagedDocument result) {
        if (result.request() < 0 || result.writer() == 0) {
            return;
        }
        final int cycle = input.cycle(result.request());
        final FileContents asked = requests.get(cycle);
        if (asked == null || !asked.isOf(input)) {
            return;
        }
        final Votes its =
                votes.computeIfAbsent(file, key -> new HashMap<>()).computeIfAbsent(cycle, key -> new Votes());
        if (asked.numbers().has(result.writer(), result.sequence())) {
            its.right++;
        } else if (input.number(result.request()) < asked.readable()) {
            its.wrong++;
        }
    }

    private Votes votesOn(int cycle) {
        final Votes all = new Votes();
        for (final Map<Integer, Votes> its : votes.values()) {
            final Votes some = its.getOrDefault(cycle, new Votes());
            all.right += some.right;
            all.wrong += some.wrong;
        }
        return all;
    }

    /** Those that answered requests contradict, and that belong elsewhere by their writers, too. */
    private Set<Integer> wrongRequests() {
        final Set<Integer> wrong = new HashSet<>();
        for (final FileContents file : requests.values()) {
            if (votesOn(file.cycle()).isAgainst()) {
                final List<FileContents> others = requests.values().stream()
                        .filter(other ->
                                other != file && !votesOn(other.cycle()).isAgainst())
                        .toList();
                final boolean known =
                        others.stream().anyMatch(other -> other.numbers().sharesWriter(file.numbers()));
                final boolean inOrder = others.stream()
                        .allMatch(other -> other.cycle() < file.cycle()
                                ? other.numbers().leadTo(file.numbers(), 0, Long.MAX_VALUE)
                                : file.numbers().leadTo(other.numbers(), 0, Long.MAX_VALUE));
                if (!others.isEmpty() && (!known || !inOrder)) {
                    wrong.add(file.cycle());
                }
            }
        }
        return wrong;
    }

    private static FileOrder order(
            DamagedQueue queue, NavigableMap<Integer, FileContents> files, Set<Integer> wrong, Set<Integer> right) {
        final List<FileContents> candidates = files.values().stream()
                .filter(file -> file.isOf(queue) && file.readable() > 0 && !wrong.contains(file.cycle()))
                .toList();
        return new FileOrder(candidates, right, new TreeSet<>(queue.logged()), queue.isFromFirst());
    }

    private static Map<Integer, Misplaced> misplaced(
            DamagedQueue queue,
            NavigableMap<Integer, FileContents> files,
            FileOrder own,
            FileOrder other,
            Set<Integer> wrong) {
        final Map<Integer, Misplaced> misplaced = new HashMap<>();
        for (final FileContents file : files.values()) {
            if (file.readable() > 0 && !own.kept().contains(file)) {
                final List<FileContents> all = new ArrayList<>(own.kept());
                all.addAll(other.kept());
                final Optional<FileContents> same =
                        all.stream().filter(file::isCopyOf).findFirst();
                final boolean certain = own.isCertain() && other.isCertain();
                misplaced.put(
                        file.cycle(),
                        same.map(original -> new Misplaced(copy(file, original), certain))
                                .orElseGet(() -> new Misplaced(stranger(queue, file, wrong), false)));
            }
        }
        return misplaced;
    }

    private static String copy(FileContents file, FileContents original) {
        final Path path = original.path();
        final String name = path.getParent().getFileName() + "/" + path.getFileName();
        return original.numbers().equals(file.numbers())
                ? "is a copy of " + name
                : "holds " + count(file) + " that are all in " + name + ", too: a copy of it from another time";
    }

    private static String stranger(DamagedQueue queue, FileContents file, Set<Integer> wrong) {
        if (!file.isOf(queue)) {
            return "holds " + count(file) + ", and the queue is of " + (file.results() ? "requests" : "results");
        }
        return "holds " + count(file)
                + (wrong.contains(file.cycle())
                        ? " that do not go with those of the other queue: it is of other queues, or under another file's name"
                        : " that do not belong between those of the files around it: it is of other queues, or under"
                                + " another file's name");
    }

    private static String count(FileContents file) {
        final String what = file.results() ? "result" : "request";
        return String.format("%,d %s%s", file.readable(), what, file.readable() == 1 ? "" : "s");
    }
}
