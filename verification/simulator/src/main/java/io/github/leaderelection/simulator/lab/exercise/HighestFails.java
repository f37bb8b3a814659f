package io.github.leaderelection.simulator.lab.exercise;

/**
 * The leader of seven, which has the highest id, is gone.
 */
final class HighestFails implements Exercise {

	private static final int NEXT = SevenNodes.SIZE - 1;

	private final String name;

	private final int notices;

	/**
	 * Chooses who notices.
	 * @param notices who misses the leader first, from 1 to 6
	 */
	HighestFails(String name, int notices) {
		this.name = name;
		this.notices = notices;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String about() {
		return "Bully with seven nodes: P" + SevenNodes.SIZE + ", which leads, is gone, and P" + this.notices
				+ " misses it first";
	}

	@Override
	public Story run(long seed) {
		SevenNodes nodes = new SevenNodes(seed);
		Telling telling = new Telling(nodes);
		telling.line("%s: %s (seed %d).", this.name, about(), seed);
		nodes.loseLeader(this.notices);
		nodes.mark();
		telling.at(nodes.now(), "P" + SevenNodes.SIZE + " is gone; its last heartbeat did not reach P" + this.notices);
		nodes.await("P" + NEXT + " leads", () -> nodes.leads(NEXT));
		long led = nodes.now();
		nodes.stage().run(nodes.stage().settings().lease());
		nodes.finish();
		telling.event(led, "P" + NEXT + " leads");
		telling.events(nodes.own());
		telling.count(nodes.own());
		telling.figure("leader", nodes.stage().lastLeader() + 1);
		telling.figure("microseconds until led", (led - nodes.origin()) / 1000);
		telling.line("  P%d leads %.3f ms after the loss, for the promises to P%d run out first.", NEXT,
				telling.millis(led), SevenNodes.SIZE);
		return telling.story();
	}

}
