package dev.sluice.faults.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.faults.kill.Mishap;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KafkaTransportTest {

    private static final Set<Mishap> ELSEWHERE =
            EnumSet.of(Mishap.CONNECTIONS_CUT, Mishap.SERVICE_AWAY, Mishap.READER_STILL, Mishap.CLOCK_SET);

    @Test
    void shouldLeaveOutWhatCannotHappenToOneBroker() {
        final Set<Mishap> onOne = EnumSet.complementOf(EnumSet.of(Mishap.BROKERS_KILLED, Mishap.BROKER_LINK_CUT));
        onOne.removeAll(ELSEWHERE);
        assertEquals(onOne, Set.copyOf(KafkaTransport.with(1)));
        final Set<Mishap> onThree = EnumSet.allOf(Mishap.class);
        onThree.removeAll(ELSEWHERE);
        assertEquals(onThree, Set.copyOf(KafkaTransport.with(3)));
    }
}
