package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.Promise;
import dev.sluice.testsupport.SourceChange;

/**
 * A change to the gateway's own source that the simulation has to notice.
 *
 * @param what what is wrong then
 * @param type the class that is changed, below {@code dev.sluice.service}, or its whole name here
 * @param from what is there, once
 * @param to what is there instead
 * @param broken the promise that is found broken
 * @param run a run that finds it, to save time; if it does not any more, others are tried
 */
record Mutant(String what, String type, String from, String to, Promise broken, String run) {

    SourceChange change() {
        return new SourceChange(type, from, to);
    }

    @Override
    public String toString() {
        return what;
    }
}
