package io.github.leaderelection.store.kubernetes;

import io.github.leaderelection.internal.store.kubernetes.LeaderPodLabel;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.event.EventListener;

/**
 * Sets the label of this pod while it leads the default group. First it removes a label
 * that an earlier start of the pod may have left.
 */
final class LeaderPodLabelListener implements InitializingBean, DisposableBean {

	private static final String GROUP = "default";

	private final LeaderPodLabel label;

	LeaderPodLabelListener(LeaderPodLabel label) {
		this.label = label;
	}

	@Override
	public void afterPropertiesSet() {
		this.label.want(false);
	}

	@EventListener
	void on(LeadershipGrantedEvent event) {
		follow(event.group(), true);
	}

	@EventListener
	void on(LeadershipRevokedEvent event) {
		follow(event.group(), false);
	}

	private void follow(String group, boolean leads) {
		if (group.equals(GROUP)) {
			this.label.want(leads);
		}
	}

	@Override
	public void destroy() {
		this.label.close();
	}

}
