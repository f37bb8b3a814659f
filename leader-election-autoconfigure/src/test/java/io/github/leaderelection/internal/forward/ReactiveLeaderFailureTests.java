package io.github.leaderelection.internal.forward;

/**
 * What a follower on WebFlux answers when the leader fails.
 */
class ReactiveLeaderFailureTests extends LeaderFailureTests {

	@Override
	FakeNode follower(String... properties) {
		return FakeNode.startReactive("b", properties);
	}

}
