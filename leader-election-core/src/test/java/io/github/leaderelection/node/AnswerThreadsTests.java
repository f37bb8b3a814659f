package io.github.leaderelection.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerThreadsTests {

	private final List<String> answered = new ArrayList<>();

	private final Deque<Runnable> retries = new ArrayDeque<>();

	private boolean threadless = true;

	private final AnswerThreads threads = new AnswerThreads(this::start, (at, retry) -> this.retries.add(retry));

	private void start(Runnable task) {
		if (this.threadless) {
			throw new OutOfMemoryError("unable to create native thread");
		}
		task.run();
	}

	private void answer() {
		this.answered.add("answered");
	}

	@Test
	void anAnswerThatFindsNoThreadIsGivenOnceThereIsOne() {
		this.threads.execute(this::answer);
		this.retries.remove().run();
		assertThat(this.answered).isEmpty();

		this.threadless = false;
		this.retries.remove().run();
		assertThat(this.answered).containsExactly("answered");
		assertThat(this.retries).isEmpty();
	}

	@Test
	void whatWaitsAtTheEndIsLeftToAnotherThread() {
		this.threads.execute(this::answer);
		Deque<Runnable> left = new ArrayDeque<>();

		this.threads.end(left::add);
		left.remove().run();
		this.threadless = false;
		this.retries.remove().run();

		assertThat(left).isEmpty();
		assertThat(this.answered).containsExactly("answered");
	}

	@Test
	void anAnswerAfterTheEndIsGivenByWhoeverHasIt() {
		Executor none = (task) -> {
			throw new RejectedExecutionException("no thread");
		};
		AnswerThreads ended = new AnswerThreads(none, (at, retry) -> none.execute(retry));

		ended.execute(this::answer);

		assertThat(this.answered).containsExactly("answered");
	}

}
