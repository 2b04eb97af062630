package dev.sluice.replay.repair;

import dev.sluice.replay.repair.DamagedQueue.Misplaced;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the files of a pair whose messages belong elsewhere: copies of others, files of other queues, files under another's
 * name. Requests and results prove each other: a result says at which position which request was.
 */
final class MisplacedFiles {

    private final DamagedQueue input;
    private final DamagedQueue output;
    private final LongConsumer progress;
    private final NavigableMap<Integer, FileContents> requests = new TreeMap<>();
    private final NavigableMap<Integer, FileContents> results = new TreeMap<>();

    /**
     * How many more results of a file say that the requests of another are right than say that they are wrong: by the file of
     * the results, then by that of the requests.
     */
    private final Map<Integer, Map<Integer, Long>> votes = new HashMap<>();

    private long bytes;

    private MisplacedFiles(DamagedQueue input, DamagedQueue output, LongConsumer progress) {
        this.input = input;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Tells both queues which of their files are out of place; from then on they count as missing.
     *
     * @param progress told from time to time how many bytes were read
     */
    static void find(DamagedQueue input, DamagedQueue output, LongConsumer progress) {
        new MisplacedFiles(input, output, progress).find();
    }

    private void find() {
        read(input, requests);
        read(output, results);
        final Set<Integer> wrongRequests = wrongRequests();
        final Set<Integer> rightRequests =
                requests.keySet().stream().filter(cycle -> votesOn(cycle) > 0).collect(Collectors.toSet());
        final FileOrder ofRequests = order(input, requests, wrongRequests, rightRequests);
        final Set<Integer> wrongResults = new HashSet<>();
        votes.forEach((file, its) -> {
            final long all = its.entrySet().stream()
                    .filter(vote -> ofRequests.kept().contains(requests.get(vote.getKey())))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            if (all < 0) {
                wrongResults.add(file);
            }
        });
        final FileOrder ofResults = order(output, results, wrongResults, Set.of());
        input.know(
                requests.values(), ofRequests.kept(), misplaced(input, requests, ofRequests, ofResults, wrongRequests));
        output.know(
                results.values(), ofResults.kept(), misplaced(output, results, ofResults, ofRequests, wrongResults));
    }

    private void read(DamagedQueue queue, NavigableMap<Integer, FileContents> into) {
        final NavigableMap<Integer, Path> files = queue.files();
        files.forEach((cycle, file) -> {
            into.put(
                    cycle,
                    FileContents.of(
                            file,
                            cycle,
                            queue.directory(),
                            cycle < files.lastKey(),
                            document -> vote(cycle, document)));
            bytes += file.toFile().length();
            progress.accept(bytes);
        });
    }

    private void vote(int file, SalvagedDocument result) {
        if (result.request() < 0 || result.writer() == 0) {
            return;
        }
        final int cycle = input.cycle(result.request());
        final FileContents asked = requests.get(cycle);
        if (asked == null || asked.results()) {
            return;
        }
        final boolean right = asked.numbers().has(result.writer(), result.sequence());
        if (right || input.number(result.request()) < asked.readable()) {
            votes.computeIfAbsent(file, key -> new HashMap<>()).merge(cycle, right ? 1L : -1L, Long::sum);
        }
    }

    private long votesOn(int cycle) {
        return votes.values().stream()
                .mapToLong(its -> its.getOrDefault(cycle, 0L))
                .sum();
    }

    /** The files of requests that results contradict, and that belong elsewhere by their writers, too. */
    private Set<Integer> wrongRequests() {
        final List<FileContents> others = requests.values().stream()
                .filter(file -> votesOn(file.cycle()) >= 0)
                .toList();
        final Set<Integer> wrong = new HashSet<>();
        for (final FileContents file : requests.values()) {
            if (votesOn(file.cycle()) < 0) {
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
                .filter(file -> file.results() == queue.directory().answers().isPresent()
                        && file.readable() > 0
                        && !wrong.contains(file.cycle()))
                .toList();
        return new FileOrder(candidates, right, queue.expected(), queue.isFromFirst());
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
                final Optional<FileContents> original = Stream.concat(own.kept().stream(), other.kept().stream())
                        .filter(file::isCopyOf)
                        .findFirst();
                final boolean certain = original.isPresent() && own.isCertain() && other.isCertain();
                final String why = original.map(same -> copy(file, same))
                        .orElseGet(() -> stranger(queue, file, wrong.contains(file.cycle())));
                misplaced.put(file.cycle(), new Misplaced(why, certain));
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

    private static String stranger(DamagedQueue queue, FileContents file, boolean wrong) {
        if (file.results() != queue.directory().answers().isPresent()) {
            return "holds " + count(file) + ", and the queue is of " + (file.results() ? "requests" : "results");
        }
        return "holds " + count(file)
                + (wrong
                        ? " that do not go with those of the other queue: it is of other queues, or under another file's name"
                        : " that do not belong between those of the files around it: it is of other queues, or under"
                                + " another file's name");
    }

    private static String count(FileContents file) {
        return SalvagedFile.count(file.readable(), file.results() ? "result" : "request");
    }
}
