package io.github.leaderelection.autoconfigure.follow;

import java.util.List;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What runs on the leader alone.
 *
 * @param follow Ids of listener containers and names of beans with a lifecycle, by the
 * group whose leadership they follow: started with it, and stopped before it is handed
 * on.
 */
@ConfigurationProperties("leader-election")
record FollowProperties(@DefaultValue Map<String, List<String>> follow) {
}
