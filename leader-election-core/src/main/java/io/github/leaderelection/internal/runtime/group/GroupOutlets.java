package io.github.leaderelection.internal.runtime.group;

import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.listener.LatestBroadcast;
import io.github.leaderelection.internal.runtime.listener.ListenerDispatch;
import io.github.leaderelection.internal.runtime.watch.NoticeLog;
import org.slf4j.Logger;

/**
 * The receivers of the events of one group. They outlive starts and stops.
 *
 * @param eligibility whether the node may stand
 * @param logger the log of operators
 */
public record GroupOutlets(LeadershipPublisher grants, ListenerDispatch listeners, LatestBroadcast broadcasts,
		NoticeLog notices, NodeEligibility eligibility, FlappingSettings flapping, Supplier<ElectionStatus> status,
		Logger logger) {

}
