package dev.sluice.replay.repair.salvage;

import java.util.ArrayList;
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

    private final List<FileContents> files;
    private final Set<Integer> proved;
    private final NavigableSet<Integer> log;
    private final boolean fromFirst;
    private final long[] best;
    private final int[] before;
    private final int[] ways;
    private final List<FileContents> kept = new ArrayList<>();
    private boolean certain = true;

    /**
     * @param files that hold messages of the queue, oldest first
     * @param proved the cycles of those that are right for another reason
     * @param log the cycles that had messages, there or not
     * @param fromFirst whether the first message there ever was is expected
     */
    FileOrder(List<FileContents> files, Set<Integer> proved, NavigableSet<Integer> log, boolean fromFirst) {
        this.files = files;
        this.proved = proved;
        this.log = log;
        this.fromFirst = fromFirst;
        this.best = new long[files.size()];
        this.before = new int[files.size()];
        this.ways = new int[files.size()];
        if (isStraight()) {
            kept.addAll(files);
        } else {
            findBest();
        }
    }

    /** Those that are where they belong. */
    List<FileContents> kept() {
        return kept;
    }

    /** Whether no others can be right instead. */
    boolean isCertain() {
        return certain;
    }

    private boolean isStraight() {
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

    private void findBest() {
        int end = -1;
        int ends = 0;
        for (int i = 0; i < files.size(); i++) {
            final FileContents file = files.get(i);
            before[i] = -1;
            ways[i] = canBeFirst(file) ? 1 : 0;
            long most = 0;
            for (int j = 0; j < i; j++) {
                if (ways[j] > 0 && canFollow(files.get(j), file)) {
                    if (best[j] > most || ways[i] == 0) {
                        most = best[j];
                        before[i] = j;
                        ways[i] = ways[j];
                    } else if (best[j] == most) {
                        ways[i] = 2;
                    }
                }
            }
            best[i] = most + file.readable() + (proved.contains(file.cycle()) ? PROVED : 0);
            if (ways[i] > 0 && (end < 0 || best[i] > best[end])) {
                end = i;
                ends = ways[i];
            } else if (ways[i] > 0 && best[i] == best[end]) {
                ends = 2;
            }
        }
        for (int i = end; i >= 0; i = before[i]) {
            kept.add(0, files.get(i));
        }
        certain = ends == 1 && isInOrder(kept);
    }
}
