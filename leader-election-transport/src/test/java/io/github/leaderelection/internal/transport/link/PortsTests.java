package io.github.leaderelection.internal.transport.link;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Ports}.
 */
class PortsTests {

	private static final int MANY = 300;

	@Test
	void portThatWasFoundIsNotFoundAgainThoughNobodyBindsIt() {
		List<Integer> ports = new ArrayList<>(Ports.free(MANY));
		ports.addAll(Ports.free(MANY));
		assertThat(ports).hasSize(2 * MANY).doesNotHaveDuplicates();
	}

}
