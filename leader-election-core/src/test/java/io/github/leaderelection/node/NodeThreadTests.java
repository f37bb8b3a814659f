package io.github.leaderelection.node;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NodeThreadTests {

	@Test
	void whatFindsNoThreadOfItsOwnRunsOnAnother() {
		List<String> ran = new ArrayList<>();
		Thread none = new Thread(() -> ran.add("task")) {

			@Override
			public void start() {
				throw new OutOfMemoryError("unable to create native thread");
			}

		};

		NodeThread.startOr(none, Runnable::run);

		assertThat(ran).containsExactly("task");
	}

}
