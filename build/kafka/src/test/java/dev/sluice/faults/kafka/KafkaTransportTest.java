package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.faults.kill.Mishap;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KafkaTransportTest {

    private static final Set<Mishap> OF_SEVERAL = EnumSet.of(Mishap.BROKERS_KILLED, Mishap.BROKER_LINK_CUT);

    @Test
    void shouldLeaveOutWhatCannotHappenToOneBroker() {
        final Set<Mishap> onThree = EnumSet.copyOf(KafkaTransport.with(3));
        assertTrue(onThree.containsAll(OF_SEVERAL));
        onThree.removeAll(OF_SEVERAL);
        assertEquals(onThree, EnumSet.copyOf(KafkaTransport.with(1)));
    }
}
