package io.github.leaderelection.internal.runtime;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.runtime.group.PositionReader;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PositionReader}.
 */
class PositionTests {

	private static final Position ONE = new Position(1, 1);

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private long index = 1;

	private int asked;

	PositionTests() {
		this.protocol.goesByPosition = true;
		for (int i = 1; i <= 3; i++) {
			this.protocol.on("read " + i, new Effect.ReadPosition<>(i));
		}
	}

	private Position tell() {
		this.asked++;
		return new Position(1, this.index);
	}

	private void start(CandidatePosition position) {
		this.environment.position = position;
		this.environment.group("default", this.protocol).start();
	}

	private List<Event.PositionRead<FakeMessage>> answers() {
		List<Event.PositionRead<FakeMessage>> answers = new ArrayList<>();
		this.protocol.inputs.forEach((input) -> {
			if (input.event() instanceof Event.PositionRead<FakeMessage> read) {
				answers.add(read);
			}
		});
		return answers;
	}

	private static Event.PositionRead<FakeMessage> answer(long request, Position position) {
		return new Event.PositionRead<>(request, position);
	}

	private void call() {
		this.environment.positions.remove().run();
		this.environment.run();
	}

	@Test
	void withoutAnApplicationThatTellsThereIsNoPosition() {
		start(null);
		this.environment.receive("read 1");
		assertThat(answers()).containsExactly(answer(1, Position.NONE));
		assertThat(this.environment.positions).isEmpty();
	}

	@Test
	void theApplicationIsAskedOffTheLoopAndAfterTheRequest() {
		start(this::tell);
		this.environment.receive("read 1");
		assertThat(this.asked).isZero();
		assertThat(answers()).isEmpty();

		this.index = 2;
		call();
		assertThat(answers()).containsExactly(answer(1, new Position(1, 2)));
	}

	@Test
	void oneCallIsUnderWayAtATimeAndAnswersOnlyWhatWasAskedBeforeIt() {
		start(this::tell);
		this.environment.receive("read 1");
		this.environment.receive("read 2");
		this.environment.receive("read 3");
		assertThat(this.environment.positions).hasSize(1);

		call();
		assertThat(answers()).containsExactly(answer(1, ONE));
		this.index = 2;
		assertThat(this.environment.positions).hasSize(1);
		call();
		assertThat(answers()).containsExactly(answer(1, ONE), answer(2, new Position(1, 2)),
				answer(3, new Position(1, 2)));
		assertThat(this.asked).isEqualTo(2);
	}

	@Test
	void anApplicationThatThrowsOrReturnsNothingIsARefusal() {
		start(() -> {
			if (this.asked++ > 0) {
				return null;
			}
			throw new IllegalStateException("no database");
		});
		this.environment.receive("read 1");
		call();
		assertThat(answers()).containsExactly(answer(1, null));
		this.environment.receive("read 2");
		call();
		assertThat(answers()).containsExactly(answer(1, null), answer(2, null));
	}

	@Test
	void whatIsNotAnsweredWithinALeaseIsARefusalAndALateAnswerIsIgnored() {
		start(this::tell);
		this.environment.receive("read 1");
		long due = this.environment.run();
		assertThat(due).isEqualTo(this.environment.nanos + 1000 * FakeEnvironment.MILLI);
		this.environment.nanos = due - 1;
		this.environment.run();
		assertThat(answers()).isEmpty();
		this.environment.nanos = due;
		this.environment.run();
		assertThat(answers()).containsExactly(answer(1, null));

		call();
		assertThat(answers()).containsExactly(answer(1, null));
	}

	@Test
	void anApplicationThatHangsHoldsUpOneThreadAndIsAskedAgainOnceItAnswers() {
		start(this::tell);
		this.environment.receive("read 1");
		for (int i = 0; i < 500; i++) {
			this.environment.receive("read 2");
		}
		assertThat(this.environment.positions).hasSize(1);
		assertThat(answers()).hasSize(500 - PositionReader.MOST_WAITING)
			.allSatisfy((each) -> assertThat(each.position()).isNull());
		this.environment.nanos += 1000 * FakeEnvironment.MILLI;
		this.environment.run();
		assertThat(answers()).hasSize(501).allSatisfy((each) -> assertThat(each.position()).isNull());
		assertThat(this.environment.positions).hasSize(1);

		this.environment.receive("read 3");
		call();
		assertThat(answers()).hasSize(501);
		call();
		assertThat(answers()).last().isEqualTo(answer(3, ONE));
	}

	@Test
	void aThreadThatCannotBeHadIsARefusal() {
		start(this::tell);
		this.environment.positionsFailing = true;
		this.environment.receive("read 1");
		assertThat(answers()).containsExactly(answer(1, null));
	}

	@Test
	void aStoppedGroupHearsNoAnswer() {
		this.protocol.on("stop", new Effect.Stopped<>());
		start(this::tell);
		this.environment.receive("read 1");
		this.environment.receive("stop");
		call();
		assertThat(answers()).isEmpty();
		assertThat(this.environment.run()).isEqualTo(Long.MAX_VALUE);
	}

}
