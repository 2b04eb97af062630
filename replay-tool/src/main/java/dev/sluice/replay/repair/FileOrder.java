package dev.sluice.replay.repair;

import java.util.List;
import java.util.NavigableSet;
import java.util.Set;

/**
 * Which files of a queue can have followed each other, by the running numbers in them: those that hold the most messages
 * together. One thread.
 */
final class FileOrder {

    /** A file of which another queue says that it is right. */
    private static final long PROVED = 1L << 40;

    private final NavigableSet<Integer> log;
    private final boolean fromFirst;
    private final List<FileContents> kept;
    private final boolean certain;

    /**
     * @param files that hold messages of the queue, oldest first
     * @param proved the cycles of those that are right for another reason
     * @param log the cycles that had messages, there or not
     * @param fromFirst whether the first message there ever was is expected
     */
    FileOrder(List<FileContents> files, Set<Integer> proved, NavigableSet<Integer> log, boolean fromFirst) {
        this.log = log;
        this.fromFirst = fromFirst;
        final boolean straight = isStraight(files);
        final HeaviestChain<FileContents> heaviest = straight
                ? new HeaviestChain<>(files, true)
                : HeaviestChain.of(
                        files,
                        file -> file.readable() + (proved.contains(file.cycle()) ? PROVED : 0),
                        this::canBeFirst,
                        this::canFollow);
        this.kept = heaviest.chain();
        this.certain = straight || heaviest.only() && isInOrder(kept);
    }

    /** The files that are where they belong. */
    List<FileContents> kept() {
        return kept;
    }

    /** Whether no others can be right instead. */
    boolean isCertain() {
        return certain;
    }

    private boolean isStraight(List<FileContents> files) {
        boolean straight = files.isEmpty() || canBeFirst(files.get(0));
        for (int i = 1; straight && i < files.size(); i++) {
            straight = canFollow(files.get(i - 1), files.get(i));
        }
        return straight && isInOrder(files);
    }

    private static boolean isInOrder(List<FileContents> chain) {
        final RunningNumbers all = new RunningNumbers();
        for (final FileContents file : chain) {
            if (!all.leadTo(file.numbers(), 0, Long.MAX_VALUE)) {
                return false;
            }
            all.addAll(file.numbers());
        }
        return true;
    }

    private boolean canBeFirst(FileContents file) {
        final int gone = log.headSet(file.cycle(), false).size();
        if (!fromFirst) {
            return true;
        }
        final boolean exact = gone == 0 && file.fromStart();
        return file.numbers().beginFrom(file.results() ? gone + 1 : 1, exact ? 1 + file.missing() : Long.MAX_VALUE);
    }

    private boolean canFollow(FileContents one, FileContents next) {
        final int gone = log.subSet(one.cycle(), false, next.cycle(), false).size();
        final boolean exact = gone == 0 && one.whole() && next.fromStart();
        return one.numbers()
                .leadTo(
                        next.numbers(),
                        one.results() ? gone : 0,
                        exact ? one.missing() + next.missing() : Long.MAX_VALUE);
    }
}
