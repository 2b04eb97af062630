package dev.sluice.internal.client.job;

import dev.sluice.client.job.RunChangedException;
import dev.sluice.internal.client.run.RunMark;
import dev.sluice.internal.client.run.RunName;
import java.util.Iterator;
import java.util.function.Function;

/** Passes over what is handled, and notices when it is not what was handled. */
record HandledItems(RunName name, RunMark mark) {

    /** The items behind those that are handled. */
    <T> Iterator<? extends T> passedOver(Iterator<? extends T> items, Function<? super T, String> key) {
        String last = "";
        for (long number = 1; number <= mark.handled(); number++) {
            if (!items.hasNext()) {
                throw new RunChangedException("the " + name + " has handled " + mark.handled()
                        + " items, and now there are only " + (number - 1) + remedy());
            }
            last = key.apply(items.next());
        }
        if (!last.equals(mark.lastKey())) {
            throw new RunChangedException("the " + name + " has handled " + mark.handled()
                    + " items, the last with the key '" + mark.lastKey() + "', and now item " + mark.handled()
                    + " has the key '" + last + "'" + remedy());
        }
        return items;
    }

    private static String remedy() {
        return ": continue it with the same items in the same order, or give it up and begin another run";
    }
}
